import { expect, type Page } from '@playwright/test'
import type { Caller } from './kit/api.ts'
import { pixel, test } from './kit/test.ts'
import { signInNewUser } from './kit/users.ts'

const SCRIPT_TEXT = `fetch('/ran')`
const script = `<script>${SCRIPT_TEXT}</script>`
const htmlPage = `<!doctype html><title>Offer</title>${script}<img src="x:" onerror="${SCRIPT_TEXT}">`
const svgPicture = `<svg xmlns="http://www.w3.org/2000/svg" onload="${SCRIPT_TEXT}">${script}</svg>`
const xmlDocument = `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><body>${script}</body></html>`

/** Pages, pictures and documents that contain a script, under their own type and under a type that is displayed. */
const files = [
  { name: 'offer.html', mimeType: 'text/html', buffer: Buffer.from(htmlPage) },
  { name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(svgPicture) },
  { name: 'data.xml', mimeType: 'text/xml', buffer: Buffer.from(xmlDocument) },
  { name: 'code.js', mimeType: 'text/javascript', buffer: Buffer.from(SCRIPT_TEXT) },
  { name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from(htmlPage) },
  { name: 'vector.png', mimeType: 'image/png', buffer: Buffer.from(svgPicture) },
  { name: 'both.png', mimeType: 'image/png', buffer: Buffer.concat([pixel, Buffer.from(htmlPage)]) },
  { name: 'both.gif', mimeType: 'image/gif', buffer: Buffer.from(`GIF89a/*${'\0'.repeat(40)}*/=1;${SCRIPT_TEXT}`) },
]

/** The URLs at which a browser gets a file without our header: to download and to preview it. */
const fileUrls = async (call: Caller, uniqueId: string) => {
  const tickets = [false, true].map((preview) => call('POST', '/api/files/ticket', { uniqueId, preview }))
  return (await Promise.all(tickets)).map(({ url }) => url!)
}

/** Navigates as if the URL had been typed; waits for the download where the file is saved instead. */
const openUrl = (page: Page, address: string) => {
  const kept = page.waitForEvent('download').catch(() => null)
  return Promise.race([page.goto(address, { waitUntil: 'load' }).catch(() => kept), kept])
}

/** Embeds a URL in one of our pages in each way in which a page can run foreign content. */
const embedUrl = (page: Page, address: string) =>
  page.evaluate(async (src) => {
    const made = [
      Object.assign(document.createElement('iframe'), { src }),
      Object.assign(document.createElement('embed'), { src }),
      Object.assign(document.createElement('object'), { data: src }),
      Object.assign(document.createElement('script'), { src }),
      Object.assign(document.createElement('img'), { src }),
    ]
    const settled = made.map(
      (element) => new Promise((done) => ['load', 'error'].forEach((end) => element.addEventListener(end, done))),
    )
    document.body.append(...made)
    await Promise.race([Promise.all(settled), new Promise((done) => setTimeout(done, 1000))])
    for (const element of made) element.remove()
  }, address)

test('an uploaded file runs no script in our origin, however it is opened', async ({ page, context }) => {
  test.slow()
  const ran: string[] = []
  context.on('request', (request) => {
    if (request.url().endsWith('/ran')) ran.push(request.frame().url())
  })
  const { call } = await signInNewUser(page, 'ROLE_PRO')
  await page.goto('/user/drive/my-drive')
  await page.getByLabel('Choose files').setInputFiles(files)
  await expect(page.getByRole('region', { name: 'Uploads' }).getByRole('status')).toHaveText(`${files.length} files uploaded`)

  const victim = await context.newPage()
  await victim.route('**/shown', (route) =>
    route.fulfill({ contentType: 'text/html', body: htmlPage.replaceAll('/ran', '/can') }),
  )
  const can = victim.waitForRequest('**/can') // where the file is displayed as a page, its script runs
  await openUrl(victim, '/shown')
  await can

  const items = await call<{ uniqueId: string; name: string }[]>('GET', '/api/files/')
  expect(items.map(({ name }) => name).toSorted()).toEqual(files.map(({ name }) => name).toSorted())
  for (const { uniqueId, name } of items)
    await test.step(name, async () => {
      for (const address of await fileUrls(call, uniqueId)) {
        await embedUrl(page, address)
        await openUrl(victim, address)
      }
      expect(ran).toEqual([])
    })
})

/** The types that browsers treat as scripts, in current and former spellings, and those of style sheets. */
const scripts = ['javascript', 'ecmascript', 'x-javascript', 'x-ecmascript', 'jscript', 'livescript']
const versions = ['1.0', '1.1', '1.2', '1.3', '1.4', '1.5'].map((version) => `javascript${version}`)
const scriptTypes = [...scripts, ...versions].flatMap((kind) => [
  `text/${kind}`,
  `application/${kind}`,
  `TEXT/${kind.toUpperCase()}`,
])
const otherTypes = [
  'text/css',
  'text/plain',
  'text/csv',
  'application/json',
  'audio/mpeg',
  'image/png',
  'application/wasm',
  'text/vbscript',
]

test('no uploaded file works as a script or style sheet of our pages, however its MIME type is spelled', async ({ page }) => {
  test.slow()
  const { call } = await signInNewUser(page, 'ROLE_PRO')
  await page.goto('/user/drive/my-drive')
  const [code, style] = ['window.ran = true', '* { --ran: yes }']
  const bytesOf = (mimeType: string) => Buffer.from(mimeType === 'text/css' ? style : code)
  const kept = [...scriptTypes, ...otherTypes].map((mimeType, at) => ({
    name: `code ${at}`,
    mimeType,
    buffer: bytesOf(mimeType),
  }))
  await page.getByLabel('Choose files').setInputFiles(kept)
  await expect(page.getByRole('region', { name: 'Uploads' }).getByRole('status')).toHaveText(`${kept.length} files uploaded`)

  /** Whether a script and a style sheet from this URL took effect. */
  const taken = (address: string) =>
    page.evaluate(async (src) => {
      const made = [
        Object.assign(document.createElement('script'), { src }),
        Object.assign(document.createElement('link'), { href: src, rel: 'stylesheet' }),
      ]
      const settled = made.map(
        (one) => new Promise((done) => ['load', 'error'].forEach((end) => one.addEventListener(end, done))),
      )
      document.head.append(...made)
      await Promise.all(settled)
      const isStyled = getComputedStyle(document.documentElement).getPropertyValue('--ran') !== ''
      for (const one of made) one.remove()
      return { ran: 'ran' in window, isStyled }
    }, address)

  const items = await call<{ uniqueId: string }[]>('GET', '/api/files/?page=0&size=100')
  expect(items).toHaveLength(kept.length)
  for (const { uniqueId } of items) {
    const { url } = await call('POST', '/api/files/ticket', { uniqueId })
    expect(await taken(url!)).toEqual({ ran: false, isStyled: false })
  }
  // Under their own types they take effect.
  await page.route('**/can/style', (route) => route.fulfill({ contentType: 'text/css', body: style }))
  expect(await taken('/can/style')).toEqual({ ran: false, isStyled: true })
  await page.route('**/can/run', (route) => route.fulfill({ contentType: 'text/javascript1.5', body: code }))
  expect(await taken('/can/run')).toEqual({ ran: true, isStyled: false })
})
