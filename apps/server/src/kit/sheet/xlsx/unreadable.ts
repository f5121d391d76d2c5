import { Refusal } from '../../errors.ts'

/** The file as a whole can't be taken in. The message is the reason, a sentence for the user; it stands beside the field `file` too. */
export class UnreadableWorkbook extends Refusal {
  constructor(reason: string, cause?: unknown) {
    super(422, reason, { file: reason })
    this.cause = cause
  }
}

/** The sheet has more rows than the caller takes. */
export class TooManyRows extends UnreadableWorkbook {}

export const damaged = (what: string, cause?: unknown) => new UnreadableWorkbook(`The workbook is damaged: ${what}.`, cause)
