import { driveDownloadApi } from '@tradewind/contract/drive/drive.contract'
import { hash, randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Item } from '#drive/schema/drive.table'
import { type TestApp, testApp, type TestUser } from '../../test/app.ts'
import { driveFixture } from '../../test/drive/drive.ts'

let app: TestApp
let ann: TestUser
beforeAll(async () => {
  app = await testApp()
  ann = await app.someone('ROLE_PRO')
})
afterAll(() => app.close())

/** A file in a folder of its own, so that names may repeat. */
const file = async (name: string, content: string | Buffer = name, mimeType = 'text/plain') => {
  const folder = await driveFixture(app, ann).folder(randomUUID())
  return driveFixture(app, ann).file(name, { folder, content, mimeType })
}
const get = ({ uniqueId }: Pick<Item, 'uniqueId'>, headers: Record<string, string> = {}) =>
  app.as(ann).send(driveDownloadApi.download, { uniqueId }, headers)
const byTicket = async ({ uniqueId }: Item, preview = false) => {
  const { url } = await app.as(ann).call(driveDownloadApi.ticket, { uniqueId, preview })
  return app.fastify.inject({ method: 'GET', url })
}
test('downloads a file byte for byte, by its id and by its document’s id, with all of its headers', async () => {
  const bytes = Buffer.from(Array.from({ length: 70_000 }, (_, at) => at % 251))
  const item = await file('Offer.pdf', bytes, 'application/pdf')
  const answers = [await get(item), await get({ uniqueId: item.documentId! })]
  for (const answer of answers) {
    expect(answer.statusCode).toBe(200)
    expect(answer.rawPayload.equals(bytes)).toBe(true)
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': '70000',
      'content-disposition': `attachment; filename="Offer.pdf"; filename*=UTF-8''Offer.pdf`,
      'accept-ranges': 'bytes',
      etag: `"${hash('sha256', bytes)}"`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
    })
  }
})

test('downloads an empty file as an empty body', async () => {
  const answer = await get(await file('Empty.txt', ''), { range: 'bytes=-5' })
  expect([answer.statusCode, answer.headers['content-length'], answer.body]).toEqual([200, '0', ''])
  expect((await get(await file('Empty.txt', ''), { range: 'bytes=0-' })).statusCode).toBe(416)
})

describe('a range request', () => {
  const ten = '0123456789'
  let item: Item
  let etag: string
  beforeAll(async () => {
    item = await file('Ten.txt', ten)
    etag = `"${hash('sha256', ten)}"`
  })

  test.each([
    ['bytes=0-0', '0', 'bytes 0-0/10'],
    ['bytes=3-6', '3456', 'bytes 3-6/10'],
    ['bytes=7-', '789', 'bytes 7-9/10'],
    ['bytes=8-99', '89', 'bytes 8-9/10'],
    ['bytes=-3', '789', 'bytes 7-9/10'],
    ['bytes=-99', ten, 'bytes 0-9/10'],
    ['bytes=0-9', ten, 'bytes 0-9/10'],
    ['BYTES = 3 - 6', '3456', 'bytes 3-6/10'],
  ])('%s', async (range, body, contentRange) => {
    const answer = await get(item, { range })
    expect([answer.statusCode, answer.body]).toEqual([206, body])
    expect(answer.headers).toMatchObject({ 'content-range': contentRange, 'content-length': String(body.length), etag })
  })

  test.each(['bytes=10-', 'bytes=10-11', 'bytes=-0', 'bytes=9999999999999999-'])(
    '%s is rejected as not satisfiable',
    async (range) => {
      const answer = await get(item, { range })
      expect([answer.statusCode, answer.headers['content-range']]).toEqual([416, 'bytes */10'])
      expect(answer.json().message).toBe('The file has no such part')
      expect(answer.headers['content-disposition']).toBeUndefined()
    },
  )

  test.each([
    'bytes=0-1,3-4',
    'bytes=6-3',
    'bytes=-',
    'bytes=a-b',
    'bytes',
    'lines=0-1',
    'bytes=0x1-2',
    `bytes=${'9'.repeat(40)}-`,
  ])('%s is ignored and the whole file is returned', async (range) => {
    const answer = await get(item, { range })
    expect([answer.statusCode, answer.body, answer.headers['content-range']]).toEqual([200, ten, undefined])
  })

  test('returns the range if If-Range matches the ETag, else the whole file', async () => {
    for (const other of [`W/${etag}`, '"other"', new Date().toUTCString(), ''])
      expect((await get(item, { range: 'bytes=3-6', 'if-range': other })).body).toBe(ten)
    expect((await get(item, { range: 'bytes=3-6', 'if-range': etag })).body).toBe('3456')
  })

  test('does not send content again that the client already has', async () => {
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const answer = await get(item, { 'if-none-match': known })
      expect([answer.statusCode, answer.body, answer.headers['etag']]).toEqual([304, '', etag])
    }
    expect((await get(item, { 'if-none-match': '"other"' })).body).toBe(ten)
    expect((await get(item, { 'if-none-match': etag, range: 'bytes=3-6' })).statusCode).toBe(304)
  })

  test('a HEAD returns the headers of a GET and ignores the range', async () => {
    const answer = await app.fastify.inject({
      method: 'HEAD',
      url: `/api/files/download/${item.uniqueId}`,
      headers: { authorization: `Bearer ${ann.token}`, range: 'bytes=3-6' },
    })
    expect([answer.statusCode, answer.body]).toEqual([200, ''])
    expect(answer.headers).toMatchObject({ 'content-length': '10', etag, 'accept-ranges': 'bytes' })
  })
})

describe('a file name is encoded safely in the header', () => {
  test.each([
    'plain.txt',
    'with space.txt',
    'quote".txt',
    "apostrophe's.txt",
    'back\\slash.txt',
    'semi;colon=1.txt',
    'comma,and*star.txt',
    'per%20cent%.txt',
    'Ümläut – größer.pdf',
    '日本語のファイル.xlsx',
    'emoji 😀.png',
    'gpj.\u202Eexe',
    'zero\u200Bwidth\uFEFF.txt',
    'line\r\nset-cookie: a=b.txt',
    'nul\u0001bell\u0007.txt',
    'tab\tin.txt',
    '<script>alert(1)</script>.html',
    `"; filename="evil.exe`,
    "x'; filename*=UTF-8''evil.exe",
    '..%2f..%2fetc%2fpasswd',
    'ä'.repeat(127),
    '.',
  ])('%j', async (name) => {
    const item = await file('Any.txt')
    await app.asOwner('update drive_item set name = $2 where id = $1', [item.uniqueId, name])
    const header = String((await get(item)).headers['content-disposition'])
    const parts = /^attachment; filename="([\x20\x21\x23-\x5b\x5d-\x7e]*)"; filename\*=UTF-8''([\w!#$&+.^`|~%-]*)$/.exec(header)
    expect(parts).not.toBeNull()
    expect(parts![1]).not.toMatch(/%/)
    const shown = decodeURIComponent(parts![2]!)
    expect(shown).toBe(name.replace(/[\p{Cc}\p{Cf}]/gu, ''))
    expect(shown.startsWith('gpj')).toBe(name.startsWith('gpj'))
  })
})

describe('content that might run is only ever sent as a download', () => {
  const script = '<script>alert(document.domain)</script>'
  const svg = `<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`
  test.each([
    ['evil.svg', svg, 'image/svg+xml'],
    ['evil.html', script, 'text/html'],
    ['evil.xhtml', script, 'application/xhtml+xml'],
    ['evil.xml', script, 'text/xml'],
    ['evil.js', 'alert(1)', 'text/javascript'],
    ['evil.eml', script, 'message/rfc822'],
    ['evil.mht', script, 'multipart/related'],
    ['evil.txt', script, 'TEXT/HTML'],
    ['evil.txt', script, 'text/html; charset=utf-7'],
    ['evil.txt', script, 'nonsense\r\nx: y'],
  ])('%s with %s as %s', async (name, content, type) => {
    const item = await file(name, content, type)
    for (const answer of [await get(item), await byTicket(item)]) {
      expect(answer.headers).toMatchObject({
        'content-type': 'application/octet-stream',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "sandbox; default-src 'none'",
      })
      expect(answer.headers['content-disposition']).toMatch(/^attachment;/)
    }
    expect((await byTicket(item, true)).statusCode).toBe(404)
  })

  const kinds = `javascript ecmascript x-javascript x-ecmascript jscript livescript vbscript typescript babel
    javascript1.0 javascript1.1 javascript1.2 javascript1.3 javascript1.4 javascript1.5`.split(/\s+/)
  const scripts = kinds.flatMap((kind) => [`text/${kind}`, `application/${kind}`, `TEXT/${kind.toUpperCase()}`])
  const others = `text/css|text/css; charset=utf-8|text/xsl|text/vtt|text/cache-manifest|text/x-component|text/markdown
    |application/json|application/importmap+json|application/manifest+json|application/wasm|application/ld+json|application/xslt+xml
    |application/x-shockwave-flash|application/java-archive|image/svg|image/svg+xml; charset=utf-8|application/mathml+xml
    |application/rss+xml|application/atom+xml|text/plain, text/javascript|text/plain;text/javascript|text/plain; charset=utf-7
    |*/*|image/*|unknown/unknown|text|/|constructor|__proto__/x|model/gltf+json|chemical/x-pdb`
  const spaced = ['', ' text/javascript', 'text/javascript ', 'text/javascript\t', '\ttext/javascript']
  test('nothing is sent as a script, a style sheet or anything a browser might treat as one, however its type is written', async () => {
    const item = await file('code')
    for (const type of [...scripts, ...others.split(/\s*\|/), ...spaced]) {
      await app.asOwner('update drive_item set mime_type = $2 where id = $1', [item.uniqueId, type])
      for (const { headers } of [await get(item), await byTicket(item)])
        expect([type, headers['content-type'], headers['content-disposition']]).toEqual([
          type,
          'application/octet-stream',
          expect.stringMatching(/^attachment;/),
        ])
    }
  })

  test.each([
    'image/png',
    'audio/mpeg',
    'video/mp4',
    'application/pdf',
    'text/plain',
    'application/zip',
    'Text/CSV',
    'application/msword',
  ])('%s is sent with its own type', async (type) => {
    expect((await get(await file('file', 'x', type))).headers['content-type']).toBe(type.toLowerCase())
  })

  test('a picture that is also a page is previewed only as a re-encoded picture', async () => {
    const png = await sharp({ create: { width: 40, height: 20, channels: 3, background: 'red' } })
      .png()
      .toBuffer()
    const item = await file('evil.png', Buffer.concat([png, Buffer.from(script)]), 'text/html')
    const shown = await byTicket(item, true)
    expect(shown.headers).toMatchObject({
      'content-type': 'image/webp',
      'content-security-policy': "sandbox; default-src 'none'",
    })
    expect(shown.headers['content-disposition']).toMatch(/^inline;/)
    expect(shown.rawPayload.includes('script')).toBe(false)
    expect(await sharp(shown.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 40, height: 20 })
    expect((await get(item)).headers['content-disposition']).toMatch(/^attachment;/)
  })
})
