/** Why a connection is closed: the code that the page gets, and what the ERROR frame before it says. */
export interface Closing {
  code: number
  says: string
}

/** Come back with a token that is good. */
const SIGNED_OUT = 4401
const PROTOCOL_ERROR = 1002
const UNSUPPORTED = 1003
const POLICY = 1008
const TRY_AGAIN = 1013

const closing = (code: number, says: string): Closing => ({ code, says })

export const unreadable = (says: string) => closing(PROTOCOL_ERROR, says)
export const outOfTurn = closing(PROTOCOL_ERROR, 'This frame is not taken here.')
export const otherVersion = closing(PROTOCOL_ERROR, 'STOMP 1.2 alone is spoken here.')
export const binary = closing(UNSUPPORTED, 'Text alone is taken here.')
export const noSuchDestination = closing(POLICY, 'There is no such destination.')
export const badSubscription = closing(
  POLICY,
  'A subscription has a short id of its own, no acknowledgements, and few beside it.',
)
export const tooFast = closing(POLICY, 'This is too much at once.')
export const silent = closing(POLICY, 'Nothing was heard for too long.')
export const tooManySockets = closing(POLICY, 'You have too many connections open.')
export const strangerTooLong = closing(SIGNED_OUT, 'Nobody signed in.')
export const signedOut = closing(SIGNED_OUT, 'You are not signed in.')
export const changed = closing(SIGNED_OUT, 'Who you are has changed.')
export const unknownNow = closing(TRY_AGAIN, 'Please try again.')
