import type { Tx } from '#kit/database/database'

/** Makes the links to results. An assessment and its link have the same id, so that its letter can write the token that no table holds. */
export interface OpenLinks {
  makeOpen: (tx: Tx, tenantId: string, link: { uniqueId: string; subject: string; minutes: number }) => Promise<unknown>
}

const FIVE_YEARS = 5 * 365 * 24 * 60

/** Keeps the link to the result of an assessment, for about as long as anybody comes back to it. */
export const keepLink = ({ makeOpen }: OpenLinks, tx: Tx, tenantId: string, assessmentId: string) =>
  makeOpen(tx, tenantId, { uniqueId: assessmentId, subject: assessmentId, minutes: FIVE_YEARS })
