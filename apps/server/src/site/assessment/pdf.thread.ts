import { parentPort } from 'node:worker_threads'
import { drawResult, type ResultSheet } from './pdf.draw.ts'

/** A sheet to draw, and the reply. */
export interface Asked {
  id: number
  sheet: ResultSheet
}
export type Answer = { id: number; pdf: Uint8Array } | { id: number; error: unknown }

const draw = ({ id, sheet }: Asked): Promise<Answer> =>
  drawResult(sheet).then(
    (pdf) => ({ id, pdf: new Uint8Array(pdf) }),
    (error: unknown) => ({ id, error }),
  )

parentPort?.on('message', (asked: Asked) => void draw(asked).then((answer) => parentPort?.postMessage(answer, [])))
