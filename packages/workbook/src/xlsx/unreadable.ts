/** The file as a whole can't be taken in. The message is the reason, a sentence for the user. */
export class UnreadableWorkbook extends Error {
  constructor(reason: string, cause?: unknown) {
    super(reason, { cause })
  }
}

/** The sheet has more rows than the caller takes. */
export class TooManyRows extends UnreadableWorkbook {}

export const damaged = (what: string, cause?: unknown) => new UnreadableWorkbook(`The workbook is damaged: ${what}.`, cause)
