/**
 * What became of a mail that was not sent. LATER: it was surely not taken, and may be tried again. REFUSED: it was refused for good.
 * NOBODY: so, because its recipient takes no mail. UNCERTAIN: it may have been taken.
 */
export type Fate = 'LATER' | 'REFUSED' | 'NOBODY' | 'UNCERTAIN'

/** A mail that was not sent, as far as is known. */
export class Unsent extends Error {
  readonly fate: Fate
  /** What the other side said, in a line. */
  readonly said: string
  constructor(fate: Fate, said: string, cause?: unknown) {
    super(said || fate, { cause })
    this.fate = fate
    this.said = said
  }
}

/** What nodemailer tells of a failure. */
interface Failure {
  code?: string
  command?: string
  response?: string
  responseCode?: number
}

/** Where a letter itself is refused, not we. */
const ofLetter = ['MAIL FROM', 'RCPT TO', 'DATA']
/** There is no such recipient, by the code (RFC 3463; .7 and .8 are about the sender). */
const saysNobody = (response: string) => /^\d{3}[ -]5\.1\.(?![78]\b)\d/.test(response)
const saysMore = (response: string) => /^\d{3}[ -]\d\.\d+\.\d/.test(response)
/** What servers say that refuse for what they think of us: the recipient may well exist. */
const isOfUs = (response: string) =>
  /relay|block|black ?list|denied|spam|polic|reputation|banned|authenti|prohibit|not allowed|not permitted/i.test(response)
const isOfRecipient = (responseCode: number, response: string) =>
  saysNobody(response) || ([550, 551, 553].includes(responseCode) && !saysMore(response) && !isOfUs(response))

const fateOfReply = (responseCode: number, command: string, response: string): Fate => {
  const isFinal = responseCode >= 500 && responseCode !== 503 && ofLetter.includes(command)
  if (!isFinal) return 'LATER'
  return command === 'RCPT TO' && isOfRecipient(responseCode, response) ? 'NOBODY' : 'REFUSED'
}

/** `isOut`: its text had begun to go over the line. A line that is cut then tells nothing; a reply does. */
const fateOf = ({ code, command = '', response = '', responseCode }: Failure, isOut: boolean): Fate => {
  if (responseCode) return fateOfReply(responseCode, command, response)
  if (isOut) return 'UNCERTAIN'
  return code === 'EENVELOPE' || code === 'EMESSAGE' ? 'REFUSED' : 'LATER'
}

const LONGEST = 300
const lineOf = (response = '') =>
  response
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, LONGEST)

/** A failure as whoever wrote the mail understands it. */
export const unsent = (error: unknown, isOut: boolean) => {
  const failure = error as Failure
  return new Unsent(fateOf(failure, isOut), lineOf(failure.response), error)
}
