import { answerRequests } from '#kit/thread'
import { type DrawnPage, drawPage, listPages, memoryOfPdfium, type PdfPages, type PdfProblem } from './pdf.draw.ts'

/** A PDF: the page to draw, or without it the sizes of all pages. */
interface PdfRequest {
  bytes: Uint8Array
  page: number | undefined
}
export interface PdfReply {
  answer: DrawnPage | PdfPages | PdfProblem
  /** The memory that the thread keeps, in bytes. */
  memory: number
}
/** The request to the thread, and its reply. */
export interface PdfExchange {
  request: PdfRequest
  reply: PdfReply
}

answerRequests<PdfExchange>(
  async ({ bytes, page }) => {
    const answer = await (page === undefined ? listPages(bytes) : drawPage(bytes, page))
    return { answer, memory: await memoryOfPdfium() }
  },
  ({ answer }) => (typeof answer === 'object' && 'rgba' in answer ? [answer.rgba.buffer] : []),
)
