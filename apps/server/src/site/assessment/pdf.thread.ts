import { answerRequests } from '#kit/thread'
import { drawResult, type ResultSheet } from './pdf.draw.ts'

/** A sheet to draw, and the PDF. */
export interface DrawExchange {
  request: ResultSheet
  reply: Uint8Array
}

answerRequests<DrawExchange>(async (sheet) => new Uint8Array(await drawResult(sheet)))
