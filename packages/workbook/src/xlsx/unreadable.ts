import { say, type Sentence } from '@tradewind/contract/kit/say'

/** The file as a whole can't be taken in. `told` is the reason, a sentence for the user. */
export class UnreadableWorkbook extends Error {
  readonly told: Sentence
  constructor(reason: Sentence, cause?: unknown) {
    super(String(reason), { cause })
    this.told = reason
  }
}

/** The sheet has more rows than the caller takes. */
export class TooManyRows extends UnreadableWorkbook {}

export const damaged = (what: Sentence, cause?: unknown) =>
  new UnreadableWorkbook(say('The workbook is damaged: {what}.', { what }), cause)
