import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'

const line = (sentence: string, most: number) =>
  z
    .string(sentence)
    .regex(/^[\x21-\x7E]+$/, sentence)
    .max(most, sentence)

/** What mail servers tell of letters. */
export const mailBounceApi = {
  bounce: endpoint({
    method: 'POST',
    path: '/api/mail/bounce',
    who: 'anyone',
    bodyLimit: 4096,
    headers: { time: 'x-bounce-time', signature: 'x-bounce-signature' },
    about:
      'Takes what a mail server says of a letter that came back. X-Bounce-Signature is the HMAC-SHA256, in hex, by MAIL_BOUNCE_SECRET, of X-Bounce-Time, messageId, recipient and status, each in a line. The answer is the same whatever is known of the letter.',
    input: z.strictObject({
      /** When it was signed, in seconds since 1970: five minutes ago at most. */
      time: z.string('When was it signed?').regex(/^\d{1,12}$/, 'When was it signed?'),
      signature: z.string('It must be signed').regex(/^[\da-f]{64}$/i, 'It must be signed'),
      /** The letter's Message-ID, with its angle brackets or without them. */
      messageId: line('This is not a Message-ID', 300),
      recipient: line('This is not an address', 320),
      /** As RFC 3463 writes it. Only 5.x.x is final. */
      status: z.string('This is not a status').regex(/^[245]\.\d{1,3}\.\d{1,3}$/, 'This is not a status'),
    }),
    reply: z.object({}),
  }),
}
