import { say, type SentenceParts } from '@tradewind/contract/kit/say'

/** Why work has ended. Work that was cancelled is stored as failed, with this mark: the previous release knows no other state. */
export interface EndReason extends SentenceParts {
  isCancelled?: true
}

const reason = say('It was cancelled.')

/** The stored reason of work that a user has cancelled. */
export const cancelled = { problem: String(reason), said: { ...reason.said, isCancelled: true } satisfies EndReason } as const

/**
 * The changes that the audit trail shows for work that a user has cancelled: how many records it had written until then. The action is CHANGED: the
 * previous release knows no other.
 */
export const cancelChanges = (counts: Readonly<Record<string, number>>) => ({
  cancelled: { before: false, after: true },
  ...Object.fromEntries(Object.entries(counts).map(([field, after]) => [field, { before: null, after }])),
})

/** The state of work as replies name it. */
export const namedState = <State extends string>(state: State, endReason: EndReason | null) =>
  endReason?.isCancelled ? ('CANCELLED' as const) : state
