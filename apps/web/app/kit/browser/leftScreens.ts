/** The query with which each screen was last shown, by path, since the page was loaded. */
const queries: Record<string, string> = {}

/** Remembers the query of a screen: a list is left with its filters, order and page. */
export const rememberQuery = (path: string, query: string) => (queries[path] = query)

/** The address of a screen as it was left. */
export const asLeft = (path: string) => path + (queries[path] ?? '')
