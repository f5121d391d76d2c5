import type { PageServices } from '@tradewind/contract/kit/page'
import { readFileSync } from 'node:fs'
import { broken, type Handle, type Page, pageOf, resting } from './page.ts'

/** The pages of the web, as its server entry gives them: a request becomes a response, what fails inside is reported and answered as a page. */
export type Pages = (request: Request, services: PageServices, report: (error: unknown) => void) => Promise<Response>

/** What the web's build, or Vite while it is developed, offers. */
export interface WebBuild {
  entry: { module: { pages: (build: WebBuild, mode: 'production' | 'development') => Pages } }
}

/** Where the web lives in the project. */
export const webFolder = new URL('../../../../web/', import.meta.url)

/** An answer that is no page: a redirect, the data of a loader. */
export interface Other {
  status: number
  headers: Record<string, string>
  body: Buffer
}

export const isPage = (drawn: Page | Other): drawn is Page => 'html' in drawn

/** What the pages' own scripts ask for: they know what to do with an error. */
const isData = (path: string) => /^[^?]*\.data(\?|$)/.test(path)

const sheets = new Map<string, string>()
const sheetAt = (path: string) => {
  const sheet = sheets.get(path) ?? readFileSync(new URL(`build/client/${path}`, webFolder), 'utf8')
  sheets.set(path, sheet)
  return sheet
}

/** A page's own small sheets are in it: nothing is fetched before it is painted. Their links stay for the scripts to find, and hold up nothing. */
const withSheets = (html: string) =>
  html.replace(
    /<link (?:nonce="[\w-]+" )?rel="stylesheet" href="\/(assets\/[\w-]+\.css)(#?)"\/>/g,
    (_, path: string, mark: string) =>
      `<style>${sheetAt(path)}</style><link rel="stylesheet" href="/${path}${mark}" media="print"/>`,
  )

const drawnPage = (status: number, html: string, mark: string, handle: Handle) =>
  pageOf(status, handle.public ? withSheets(html) : html, mark, handle)

/** Draws what is at a path, as any visitor sees it: nothing of who asks reaches the rendering. */
export const draw = async (pages: Pages, path: string, services: PageServices, report: (error: unknown) => void) => {
  const response = await pages(new Request(services.origin + path), services, report)
  const { 'x-script-mark': mark, 'x-page-handle': handle, ...headers } = Object.fromEntries(response.headers)
  if (response.status === 503 && !isData(path)) return resting
  if (response.status >= 500 && !mark && !isData(path)) return broken
  if (mark && handle) return drawnPage(response.status, await response.text(), mark, JSON.parse(handle) as Handle)
  return { status: response.status, headers, body: Buffer.from(await response.arrayBuffer()) }
}
