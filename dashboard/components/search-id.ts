/** Where the key `/` leads. By itself, so that the shell does not bring the box along. */
export const SEARCH_ID = 'search';
