import { parentPort } from 'node:worker_threads'
import { drawResult, type ResultSheet } from './pdf.draw.ts'

/** A sheet to draw, and the reply. */
export interface DrawRequest {
  id: number
  sheet: ResultSheet
}
export type DrawReply = { id: number; pdf: Uint8Array } | { id: number; error: unknown }

const draw = ({ id, sheet }: DrawRequest): Promise<DrawReply> =>
  drawResult(sheet).then(
    (pdf) => ({ id, pdf: new Uint8Array(pdf) }),
    (error: unknown) => ({ id, error }),
  )

parentPort?.on('message', (request: DrawRequest) => void draw(request).then((answer) => parentPort?.postMessage(answer, [])))
