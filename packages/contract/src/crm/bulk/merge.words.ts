/** How many records become one at once. */
export const MOST_MERGED = 10

/** Days in which a merge can be taken back. */
export const UNMERGE_DAYS = 30

/** Why two records may be one and the same, the best evidence first. */
export const matchReasons = ['taxNumber', 'email', 'name', 'website'] as const
export type MatchReason = (typeof matchReasons)[number]
