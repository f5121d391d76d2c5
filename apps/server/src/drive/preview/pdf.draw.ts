import { PDFiumModule } from '@hyzyla/pdfium'
import { MAX_PREVIEW_PAGES } from '@tradewind/contract/drive/item.constants'
import { readFile } from 'node:fs/promises'

/* PDFium is compiled to WebAssembly without V8 and XFA. It gets no environment for forms, so that their actions do not run, and it reaches nothing
   outside its own memory. */

/** The calls of PDFium that are used. Documents, pages and bitmaps are handles; 0 stands for none. */
interface PdfiumCalls {
  malloc: (bytes: number) => number
  free: (address: number) => void
  FPDF_InitLibrary: () => void
  FPDF_LoadMemDocument: (address: number, bytes: number, password: number) => number
  FPDF_GetLastError: () => number
  FPDF_CloseDocument: (document: number) => void
  FPDF_GetPageCount: (document: number) => number
  /** Writes width and height to `address`. Returns 0 where there is no such page. */
  FPDF_GetPageSizeByIndexF: (document: number, index: number, address: number) => number
  FPDF_LoadPage: (document: number, index: number) => number
  FPDF_ClosePage: (page: number) => void
  FPDFBitmap_CreateEx: (width: number, height: number, format: number, address: number, rowBytes: number) => number
  FPDFBitmap_FillRect: (bitmap: number, x: number, y: number, width: number, height: number, colour: number) => number
  FPDFBitmap_Destroy: (bitmap: number) => void
  // oxfmt-ignore
  FPDF_RenderPageBitmap: (bitmap: number, page: number, x: number, y: number, width: number, height: number, turn: number, flags: number) => void
}

/** The memory from which on PDFium gets no more: it then gives up. The last enlargement may exceed it by a fifth. */
const MAX_MEMORY = 256 * 1024 * 1024

const instantiate = async ({ env = {}, ...others }: WebAssembly.Imports) => {
  const enlarge = env['emscripten_resize_heap'] as (bytes: number) => boolean
  const enlargeWithin = (bytes: number) => bytes >>> 0 <= MAX_MEMORY && enlarge(bytes)
  const code = await readFile(new URL(import.meta.resolve('@hyzyla/pdfium/pdfium.wasm')))
  return WebAssembly.instantiate(code, { ...others, env: { ...env, emscripten_resize_heap: enlargeWithin } })
}

/** What it would print about files that it gives up on. */
const silent = { print: () => {}, printErr: () => {} }

const loadPdfium = async () => {
  const failed = Promise.withResolvers<never>()
  const loaded = PDFiumModule({
    ...silent,
    instantiateWasm: (imports, onReady) => {
      const ready = onReady as unknown as (instance: WebAssembly.Instance) => void
      instantiate(imports).then(({ instance }) => ready(instance), failed.reject)
      return {}
    },
  })
  const library = await Promise.race([loaded, failed.promise])
  const calls = library.wasmExports as PdfiumCalls
  calls.FPDF_InitLibrary()
  // Its memory moves when it is enlarged.
  return {
    ...calls,
    bytesAt: (address: number, length: number) => library.HEAPU8.subarray(address, address + length),
    memory: () => library.HEAPU8.length,
  }
}
type Pdfium = Awaited<ReturnType<typeof loadPdfium>>

let pdfium: Promise<Pdfium> | undefined

/** Why there is no preview. */
export type PdfProblem = 'unreadable' | 'password' | 'noSuchPage'

/** The size of a drawn page, in pixels. */
interface PageSize {
  width: number
  height: number
}
/** `count`: the pages of the document, of which at most the first 500 are listed. */
export interface PdfPages {
  count: number
  pages: PageSize[]
}
export type DrawnPage = PageSize & { rgba: Uint8Array<ArrayBuffer> }

const PASSWORD_ERROR = 4
const MAX_SIZE = { width: 1600, height: 2000 }
const A4 = { width: 595, height: 842 }

/** However large or small a page claims to be, it is drawn as large as it fits. */
const fit = ({ width, height }: PageSize): PageSize => {
  const scale = Math.min(MAX_SIZE.width / width, MAX_SIZE.height / height)
  const [w, h] = [Math.round(width * scale), Math.round(height * scale)]
  return w >= 0 && h >= 0 ? { width: Math.max(w, 1), height: Math.max(h, 1) } : fit(A4)
}

/** Runs `work` with memory of PDFium at an address, which is freed afterwards. */
const withMemory = <T>({ malloc, free }: Pdfium, bytes: number, work: (address: number) => T) => {
  const address = malloc(bytes)
  if (address === 0) throw new Error('PDFium has too little memory')
  try {
    return work(address)
  } finally {
    free(address)
  }
}

const withDocument = <T>(lib: Pdfium, bytes: Uint8Array, read: (document: number) => T) =>
  withMemory(lib, bytes.length, (address) => {
    lib.bytesAt(address, bytes.length).set(bytes)
    const document = lib.FPDF_LoadMemDocument(address, bytes.length, 0)
    if (document === 0) return lib.FPDF_GetLastError() === PASSWORD_ERROR ? 'password' : 'unreadable'
    try {
      return read(document)
    } finally {
      lib.FPDF_CloseDocument(document)
    }
  })

/** The size of the page at this index, read without its content. */
const sizeOf = (lib: Pdfium, document: number, index: number) =>
  withMemory(lib, 8, (address) => {
    if (!lib.FPDF_GetPageSizeByIndexF(document, index, address)) return fit(A4)
    const [width = 0, height = 0] = new Float32Array(lib.bytesAt(address, 8).slice().buffer)
    return fit({ width, height })
  })

/** The format BGRx: four bytes for each pixel, without transparency. */
const BGRX = 3
const WHITE = 0xffffffff
/** Annotations (1), red first (0x10), and no cache of decoded pictures (0x200). */
const FLAGS = 0x211

const drawBitmap = (lib: Pdfium, page: number, { width, height }: PageSize): DrawnPage =>
  withMemory(lib, width * height * 4, (address) => {
    const bitmap = lib.FPDFBitmap_CreateEx(width, height, BGRX, address, width * 4)
    lib.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE)
    lib.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, FLAGS)
    lib.FPDFBitmap_Destroy(bitmap)
    return { width, height, rgba: lib.bytesAt(address, width * height * 4).slice() }
  })

/** The sizes of the pages. Throws where PDFium fails: its memory must not be used again. */
export const listPages = async (bytes: Uint8Array): Promise<PdfPages | PdfProblem> => {
  const lib = await (pdfium ??= loadPdfium())
  return withDocument(lib, bytes, (document) => {
    const count = lib.FPDF_GetPageCount(document)
    const length = Math.min(count, MAX_PREVIEW_PAGES)
    return count > 0 ? { count, pages: Array.from({ length }, (_, index) => sizeOf(lib, document, index)) } : 'unreadable'
  })
}

/** Draws a page, counted from 1. Throws like `listPages`. */
export const drawPage = async (bytes: Uint8Array, page: number): Promise<DrawnPage | PdfProblem> => {
  const lib = await (pdfium ??= loadPdfium())
  return withDocument(lib, bytes, (document) => {
    if (page > lib.FPDF_GetPageCount(document)) return 'noSuchPage'
    const loaded = lib.FPDF_LoadPage(document, page - 1)
    if (loaded === 0) return 'unreadable'
    try {
      return drawBitmap(lib, loaded, sizeOf(lib, document, page - 1))
    } finally {
      lib.FPDF_ClosePage(loaded)
    }
  })
}

/** The memory that PDFium has, in bytes. It never returns any. */
export const memoryOfPdfium = async () => (pdfium ? (await pdfium).memory() : 0)
