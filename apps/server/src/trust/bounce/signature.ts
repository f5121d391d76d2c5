import { createHmac, timingSafeEqual } from 'node:crypto'

/** What a mail server tells, and its signature. */
export interface Signed {
  /** Seconds since 1970. */
  time: string
  /** In hex. */
  signature: string
  messageId: string
  recipient: string
  status: string
}

/** Seconds for which a signature is good: within them a repeat changes nothing. */
const GOOD_FOR = 300

export const signatureOf = (secret: string, { time, messageId, recipient, status }: Omit<Signed, 'signature'>) =>
  createHmac('sha256', secret).update([time, messageId, recipient, status].join('\n')).digest()

/** Whether whoever knows the secret has said this, and lately. */
export const isSigned = (secret: string, told: Signed) => {
  const isRight = timingSafeEqual(Buffer.from(told.signature, 'hex'), signatureOf(secret, told))
  return isRight && Math.abs(Date.now() / 1000 - Number(told.time)) <= GOOD_FOR
}
