/** The maximum number of columns that a list shows. */
export const MAX_COLUMNS = 60
