import { driveApi, driveDownloadApi, driveShareApi } from '@tradewind/contract/drive/drive.contract'
import { attachmentApi } from '@tradewind/contract/operations/attachment.contract'
import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../../test/app.ts'
import { crmCalls } from '../../../test/crm/crm.ts'
import { driveFixture } from '../../../test/drive/drive.ts'
import { textPdf } from '../../../test/drive/pdfs.ts'
import type { Item } from '../schema/drive.table.ts'

let app: TestApp
let ann: TestUser
let bob: TestUser
let pdf: Buffer
beforeAll(async () => {
  app = await testApp()
  ann = await app.someone('ROLE_PRO')
  bob = await app.someone('ROLE_FREE')
  pdf = await textPdf(3)
})
afterAll(() => app.close())

const file = async (content = pdf, mimeType = 'application/pdf') => {
  const folder = await driveFixture(app, ann).folder(randomUUID())
  return driveFixture(app, ann).file('Offer.pdf', { folder, content, mimeType })
}
const ticket = async ({ uniqueId }: Item, who = ann) =>
  (await app.as(who).call(driveDownloadApi.ticket, { uniqueId, preview: true })).url
const fetched = (url: string) => app.fastify.inject({ method: 'GET', url })
const pages = ({ uniqueId }: Item, who = ann) => app.as(who).call(driveDownloadApi.pages, { uniqueId })
const share = ({ uniqueId }: Item) =>
  app.as(ann).call(driveShareApi.share, { uniqueIds: [uniqueId], shareWith: [bob.emailAddress] })

test('one ticket shows every page of a PDF as a picture, and nothing of the PDF itself', async () => {
  const item = await file()
  const url = await ticket(item)
  expect(await pages(item)).toMatchObject({ count: 3, pages: [{ width: 1414 }, { width: 1414 }, { width: 1600 }] })
  for (const [page, width] of [
    ['', 1414],
    ['?page=1', 1414],
    ['?page=3', 1600],
  ] as const) {
    const shown = await fetched(url + page)
    expect(shown.headers).toMatchObject({
      'content-type': 'image/webp',
      'content-security-policy': "sandbox; default-src 'none'",
    })
    expect(await sharp(shown.rawPayload).metadata()).toMatchObject({ format: 'webp', width })
  }
})

test('a page that does not exist is not found, and what is no number of a page is invalid', async () => {
  const url = await ticket(await file())
  for (const page of ['4', '500']) expect([page, (await fetched(`${url}?page=${page}`)).statusCode]).toEqual([page, 404])
  for (const page of ['0', '-1', '1.5', 'x', '501', '1&page=2'])
    expect([page, (await fetched(`${url}?page=${page}`)).statusCode]).toEqual([page, 422])
  const text = await ticket(await file(Buffer.from('a text'), 'text/plain'))
  expect((await fetched(`${text}?page=2`)).statusCode).toBe(404)
})

test('only PDFs have pages', async () => {
  await expect(pages(await file(Buffer.from('no PDF')))).rejects.toMatchObject({
    status: 404,
    message: 'There is no preview of this PDF: it is too large, or cannot be read.',
  })
  await expect(pages(await file(pdf, 'text/plain'))).rejects.toMatchObject({ status: 404 })
  await expect(pages(await driveFixture(app, ann).folder(randomUUID()))).rejects.toMatchObject({ status: 404 })
})

test('pages are shown to those with whom the PDF is shared, as long as it is', async () => {
  const item = await file()
  await expect(pages(item, bob)).rejects.toMatchObject({ status: 404 })
  await share(item)
  const url = await ticket(item, bob)
  expect((await pages(item, bob)).count).toBe(3)
  expect((await fetched(`${url}?page=2`)).statusCode).toBe(200)
  await app.as(ann).call(driveShareApi.unshare, { uniqueId: item.uniqueId, email: bob.emailAddress })
  expect((await fetched(`${url}?page=2`)).statusCode).toBe(404)
  await expect(pages(item, bob)).rejects.toMatchObject({ status: 404 })
})

test('the owner is told once that somebody viewed the pages', async () => {
  const item = await file()
  await share(item)
  const url = await ticket(item, bob)
  for (const page of [2, 3, 1]) await fetched(`${url}?page=${page}`)
  const actions = await app.as(ann).call(driveShareApi.activity, { uniqueId: item.uniqueId })
  expect(actions.map(({ action }) => action)).toEqual(['OPENED', 'SHARED'])
})

test('a PDF in the trash has no pages', async () => {
  const item = await file()
  const url = await ticket(item)
  await app.as(ann).call(driveApi.remove, { uniqueId: item.uniqueId })
  expect((await fetched(`${url}?page=1`)).statusCode).toBe(404)
})

test('whoever sees a record sees the pages of a PDF that is attached to it, and nobody else', async () => {
  const [owner, colleague] = [await app.someone('ROLE_TENANT_ADMIN'), await app.someone('ROLE_ADMIN')]
  const item = await driveFixture(app, owner).file('Attached.pdf', { content: pdf, mimeType: 'application/pdf' })
  const { uniqueId: record } = await crmCalls(app, owner).company()
  const [made] = await app.as(owner).call(attachmentApi.attach, { kind: 'company', record, files: [item.uniqueId] })
  const { uniqueId } = made!
  expect((await app.as(colleague).call(attachmentApi.pages, { uniqueId })).count).toBe(3)
  const { url } = await app.as(colleague).call(attachmentApi.ticket, { uniqueId, preview: true })
  expect((await fetched(`${url}?page=3`)).headers['content-type']).toBe('image/webp')
  await expect(app.as(ann).call(attachmentApi.pages, { uniqueId })).rejects.toMatchObject({ status: 404 })
  await app.as(owner).call(attachmentApi.detach, { uniqueId })
  expect((await fetched(`${url}?page=3`)).statusCode).toBe(404)
  await expect(app.as(colleague).call(attachmentApi.pages, { uniqueId })).rejects.toMatchObject({ status: 404 })
})
