import type { PageFacts, PageServices } from '@tradewind/contract/kit/page'
import { Writable } from 'node:stream'
import { renderToPipeableStream } from 'react-dom/server'
import { createRequestHandler, type EntryContext, RouterContextProvider, type ServerBuild, ServerRouter } from 'react-router'
import { requestOf } from '#kit/api/call'
import { prefetchId } from '#kit/api/prefetched'
import { errorReporterContext, pageServicesContext } from '#kit/page/fetchApi'
import { type Handle, NonceContext, Page } from '#kit/page/page'
import { jsonText } from '#kit/page/raw'
import { languages, Wording } from '#kit/text'
import prefetch from './kit/page/prefetch.js?raw'
import { firstCalls, readersAt } from './openingCalls.ts'

/** Headers by which the server learns about the rendered page: the nonce of its scripts, and the handles of its layout and screen. Neither header leaves the process. */
export const nonceHeader = 'x-script-mark'
export const handleHeader = 'x-page-handle'

/** The pages of a build, as a function from request to response. Errors inside are passed to `report` and answered with a page. */
export const pages = (build: ServerBuild, mode: 'production' | 'development') => {
  const handler = createRequestHandler(build, mode)
  return (request: Request, services: PageServices, report: (error: unknown) => void) => {
    const context = new RouterContextProvider()
    context.set(pageServicesContext, services)
    context.set(errorReporterContext, report)
    return handler(request, context)
  }
}

export const handleError = (
  error: unknown,
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
) => {
  if (!request.signal.aborted) context.get(errorReporterContext)(error)
}

type RenderPage = (mark: string, used: Set<string>) => React.ReactNode

/** Renders the complete page without streaming: pages are small, and only a complete one can be sealed and cached. */
const renderToHtml = (rendering: RenderPage, report: (error: unknown) => void) =>
  new Promise<{ html: string; mark: string; used: Set<string>; isComplete: boolean }>((resolve, reject) => {
    const [mark, used, chunks] = [crypto.randomUUID(), new Set<string>(), [] as Buffer[]]
    let [isShellReady, isComplete] = [false, true]
    const sink = new Writable({
      write: (chunk: Buffer, _encoding, done) => (chunks.push(chunk), done()),
      final: (done) => (resolve({ html: Buffer.concat(chunks).toString(), mark, used, isComplete }), done()),
    })
    const { pipe, abort } = renderToPipeableStream(rendering(mark, used), {
      nonce: mark,
      onShellReady: () => {
        isShellReady = true
      },
      onShellError: reject,
      onAllReady: () => pipe(sink),
      onError: (error) => {
        isComplete = false
        if (isShellReady) report(error)
      },
    })
    setTimeout(abort, 6000).unref()
  })

/**
 * The script in the head that sends a signed-in page's first calls: before its style sheets, which block scripts, and in parallel to its own
 * scripts. The document holds nothing about the signed-in user; only the browser knows that.
 */
const prefetchMarkup = (mark: string, { signedIn }: Handle, address: string, { hasAllTexts, language }: PageFacts) => {
  if (!signedIn) return ''
  const url = new URL(address)
  const calls = firstCalls(url).map(([route, input]) => requestOf(route, input).url)
  const words = jsonText({ calls, readers: readersAt(url), languages, spoken: hasAllTexts ? language : null })
  return `<script type="application/json" id="${prefetchId}">${words}</script><script nonce="${mark}">${prefetch}</script>`
}

/** Inserts the facts once it is known which texts the page used; scripts load with a lower priority than what the first paint needs. */
const insertFacts = (html: string, mark: string, facts: PageFacts, head: string) =>
  html
    .replace('<link rel="stylesheet"', (sheet) => head + sheet)
    .replace(`>${mark}</script>`, () => `>${jsonText(facts)}</script>`)
    .replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"')

const textsOf = (used: Set<string>, texts: PageServices['texts']) =>
  Object.fromEntries(Object.entries(texts).filter(([english]) => used.has(english)))

const handleOf = ({ staticHandlerContext, routeModules }: EntryContext): Handle =>
  Object.assign({}, ...staticHandlerContext.matches.map(({ route }) => routeModules[route.id]?.handle as Handle | undefined))

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
  loadContext: RouterContextProvider,
) {
  const services = loadContext.get(pageServicesContext)
  const rendering: RenderPage = (mark, used) => (
    <NonceContext value={mark}>
      <Page value={services}>
        <Wording value={{ language: services.language, texts: services.texts, used }}>
          <ServerRouter context={context} url={request.url} nonce={mark} />
        </Wording>
      </Page>
    </NonceContext>
  )
  const { html, mark, used, isComplete } = await renderToHtml(rendering, loadContext.get(errorReporterContext))
  headers.set('content-type', 'text/html; charset=utf-8')
  headers.set(nonceHeader, mark)
  const handle = handleOf(context)
  headers.set(handleHeader, JSON.stringify(handle))
  const texts = textsOf(used, services.texts)
  const facts = { ...services, texts, hasAllTexts: Object.keys(texts).length === Object.keys(services.texts).length }
  return new Response(insertFacts(html, mark, facts, prefetchMarkup(mark, handle, request.url, facts)), {
    status: isComplete ? status : 500,
    headers,
  })
}
