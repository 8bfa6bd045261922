/** Its own file: a page needs the name, and not the schemas that stand beside it. */
export const PAGE_PORT = 'page';
