/** The maximum number of records in one merge. */
export const MAX_MERGED = 10

/** The number of days for which a merge can be undone. */
export const UNMERGE_DAYS = 30

/** Why two records may be duplicates, the strongest evidence first. */
export const matchReasons = ['taxNumber', 'email', 'name', 'website'] as const
export type MatchReason = (typeof matchReasons)[number]
