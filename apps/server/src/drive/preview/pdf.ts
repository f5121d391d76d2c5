import { say, type Sentence } from '@tradewind/contract/kit/say'
import { LRUCache } from 'lru-cache'
import sharp from 'sharp'
import { concurrencyLimit } from '#kit/concurrency'
import { notFound, tooMany } from '#kit/errors'
import { requestThread } from '#kit/thread'
import type { DrawnPage, PdfPages, PdfProblem } from './pdf.draw.ts'
import type { PdfExchange, PdfReply } from './pdf.thread.ts'

/* Drawing a page takes some 60 ms, and of a malicious file hours and much memory: threads draw it, which are terminated in that case. */

const MAX_RUNNING = 2
/** A thread that has more memory after a request is terminated, since it would keep it. */
const MAX_MEMORY_KEPT = 64 * 1024 * 1024

const problems: Record<PdfProblem, Sentence> = {
  password: say('There is no preview of this PDF: it opens only with a password.'),
  unreadable: say('There is no preview of this PDF: it is too large, or cannot be read.'),
  noSuchPage: say('There is no such page'),
}

/** A PDF that is stored, with the hash of its content. */
interface StoredPdf {
  hash: string
  read: () => Promise<Buffer>
}

/** Encodes drawn pixels as WebP, of four bytes each, without their transparency. */
const encodePixels = (rgba: Uint8Array, size: { width: number; height: number }) =>
  sharp(rgba, { raw: { ...size, channels: 4 } })
    .removeAlpha()
    .webp({ quality: 80 })
    .toBuffer()

const isPdf = (bytes: Buffer) => bytes.subarray(0, 1024).includes('%PDF-')

const assertReadable = <T extends object>(answer: T | PdfProblem): T => {
  if (typeof answer === 'string') throw notFound(problems[answer])
  return answer
}

/** Draws PDFs. `seconds`: the maximum time for a page. */
export const pdfDrawing = ({ seconds }: { seconds: number }) => {
  const { run } = concurrencyLimit({
    maxRunning: MAX_RUNNING,
    maxWaiting: 50,
    createError: () => tooMany(5, say('Too much at once. Please try again in a moment.')),
  })
  const freeThreads = Array.from({ length: MAX_RUNNING }, () =>
    requestThread<PdfExchange>({
      module: new URL('./pdf.thread.ts', import.meta.url),
      seconds,
      idleSeconds: 60,
      resourceLimits: { maxOldGenerationSizeMb: 64 },
    }),
  )
  /** Hashes of files on which a thread failed: they are not tried again for ten minutes. */
  const fatalFiles = new LRUCache<string, true>({ max: 1000, ttl: 600_000 })

  const callThread = async ({ hash, read }: StoredPdf, page?: number): Promise<PdfReply['answer']> => {
    if (fatalFiles.has(hash)) return 'unreadable'
    const stored = await read()
    if (!isPdf(stored)) return 'unreadable'
    const bytes = new Uint8Array(stored)
    const thread = freeThreads.pop()!
    try {
      const { answer, memory } = await thread.call({ bytes, page }, [bytes.buffer])
      if (memory > MAX_MEMORY_KEPT) thread.stop()
      return answer
    } catch {
      thread.stop()
      fatalFiles.set(hash, true)
      return 'unreadable'
    } finally {
      freeThreads.push(thread)
    }
  }

  return {
    /** The number and sizes of the pages of a PDF. Throws 404 with the reason where it has no preview, and 429 where too many wait. */
    pdfPages: (pdf: StoredPdf) => run(async () => assertReadable((await callThread(pdf)) as PdfPages | PdfProblem)),
    /** A page of a PDF, counted from 1, drawn as WebP. Throws like `pdfPages`, and 404 where there is no such page. */
    pdfPage: (pdf: StoredPdf, page: number) =>
      run(async () => {
        const { rgba, ...size } = assertReadable((await callThread(pdf, page)) as DrawnPage | PdfProblem)
        return encodePixels(rgba, size)
      }),
  }
}

export const { pdfPages, pdfPage } = pdfDrawing({ seconds: 15 })
