import { expect, type Page } from '@playwright/test'
import type { Caller } from './kit/api.ts'
import { pixel, test } from './kit/test.ts'
import { signedInAnew } from './kit/users.ts'

const act = `fetch('/ran')`
const script = `<script>${act}</script>`
const asPage = `<!doctype html><title>Offer</title>${script}<img src="x:" onerror="${act}">`
const asPicture = `<svg xmlns="http://www.w3.org/2000/svg" onload="${act}">${script}</svg>`
const asDocument = `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><body>${script}</body></html>`

/** Pages, pictures and documents with a script in them, under their own type and under one that is shown. */
const files = [
  { name: 'offer.html', mimeType: 'text/html', buffer: Buffer.from(asPage) },
  { name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(asPicture) },
  { name: 'data.xml', mimeType: 'text/xml', buffer: Buffer.from(asDocument) },
  { name: 'code.js', mimeType: 'text/javascript', buffer: Buffer.from(act) },
  { name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from(asPage) },
  { name: 'vector.png', mimeType: 'image/png', buffer: Buffer.from(asPicture) },
  { name: 'both.png', mimeType: 'image/png', buffer: Buffer.concat([pixel, Buffer.from(asPage)]) },
  { name: 'both.gif', mimeType: 'image/gif', buffer: Buffer.from(`GIF89a/*${'\0'.repeat(40)}*/=1;${act}`) },
]

/** The addresses at which a browser gets a file without our header: to keep it, and to look at it. */
const addressesOf = async (call: Caller, uniqueId: string) => {
  const tickets = [false, true].map((preview) => call('POST', '/api/files/ticket', { uniqueId, preview }))
  return (await Promise.all(tickets)).map(({ url }) => url!)
}

/** Goes to an address as if it had been typed; what is kept on the disk instead is waited for. */
const open = (page: Page, address: string) => {
  const kept = page.waitForEvent('download').catch(() => null)
  return Promise.race([page.goto(address, { waitUntil: 'load' }).catch(() => kept), kept])
}

/** Brings an address into a page of ours in each way in which a page can run what is not its own. */
const embed = (page: Page, address: string) =>
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

test('what is uploaded runs nothing in our origin, however it is opened', async ({ page, context }) => {
  test.slow()
  const ran: string[] = []
  context.on('request', (request) => {
    if (request.url().endsWith('/ran')) ran.push(request.frame().url())
  })
  const { call } = await signedInAnew(page, 'ROLE_PRO')
  await page.goto('/user/drive/my-drive')
  await page.getByLabel('Choose files').setInputFiles(files)
  await expect(page.getByRole('region', { name: 'Uploads' }).getByRole('status')).toHaveText(`${files.length} files uploaded`)

  const victim = await context.newPage()
  await victim.route('**/shown', (route) => route.fulfill({ contentType: 'text/html', body: asPage.replaceAll('/ran', '/can') }))
  const can = victim.waitForRequest('**/can') // where it is shown as a page, it does
  await open(victim, '/shown')
  await can

  const items = await call<{ uniqueId: string; name: string }[]>('GET', '/api/files/')
  expect(items.map(({ name }) => name).toSorted()).toEqual(files.map(({ name }) => name).toSorted())
  for (const { uniqueId, name } of items)
    await test.step(name, async () => {
      for (const address of await addressesOf(call, uniqueId)) {
        await embed(page, address)
        await open(victim, address)
      }
      expect(ran).toEqual([])
    })
})
