/** The field that `/` goes to, in whichever view: not in the file of one of them, which all would load. */
export const SEARCH_ID = 'search';
