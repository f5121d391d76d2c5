import type { Tx } from '#kit/database/database'

/** Makes the links to results. An assessment and its link have the same id, so that its letter can write the token that no table holds. */
export interface OpenLinks {
  makeOpen: (
    tx: Tx,
    tenantId: string,
    link: { uniqueId?: string; subject: string; minutes: number },
  ) => Promise<{ uniqueId: string; token: string }>
}

const FIVE_YEARS = 5 * 365 * 24 * 60

/** Keeps the link to the result of an assessment, for about as long as anybody comes back to it. */
export const keepLink = ({ makeOpen }: OpenLinks, tx: Tx, tenantId: string, assessmentId: string) =>
  makeOpen(tx, tenantId, { uniqueId: assessmentId, subject: assessmentId, minutes: FIVE_YEARS })

const A_DAY = 24 * 60

/**
 * Keeps a link for whoever has just answered, for a day. Nobody has proven that the address is theirs: it shows these answers alone, never what
 * the address answered before.
 */
export const keepLinkAtOnce = ({ makeOpen }: OpenLinks, tx: Tx, tenantId: string, assessmentId: string) =>
  makeOpen(tx, tenantId, { subject: assessmentId, minutes: A_DAY })

/** It was mailed: whoever has it reads what the address was sent. */
export const wasMailed = ({ uniqueId, subject }: { uniqueId: string; subject: string }) => uniqueId === subject
