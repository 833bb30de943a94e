/** Where the key `/` leads, in every view that has something to search. */
export const SEARCH_ID = 'search';
