import { contentApi } from '@tradewind/contract/site/content.contract'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../../test/app.ts'
import { contentCalls, pictureHtml, VIDEO_URL } from '../../../test/content/content.ts'

let app: TestApp
let content: ReturnType<typeof contentCalls>
let admin: TestUser
beforeAll(async () => {
  app = await testApp()
  content = contentCalls(app)
  admin = await app.someone('ROLE_TENANT_ADMIN', { permissions: ['XG_ADMIN'] })
})
afterAll(() => app.close())

const write = (body: string) => content.write(admin, { content: body })
const idsIn = (body: string | null) => Array.from(body!.matchAll(/src="\/api\/content\/picture\/([^/]+)\/960"/g), ([, id]) => id!)
const fetched = (uniqueId: string, width: '480' | '960' | '1600' = '960', headers = {}) =>
  app.as(undefined).send(contentApi.picture, { uniqueId, width }, headers)
const keptPictures = () => app.asOwner('select id, alt from content_picture order by created_at, id')
const documents = () => app.asOwner(`select hash from document where purpose = 'CONTENT'`)
const endUnused = (contentId: string) => app.work('content.pictures', { tenantId: admin.tenantId, contentId })
const hasBytes = async (hash: string) => {
  const bytes = await app.appContext.files.read(admin.tenantId, hash)
  bytes?.destroy()
  return bytes !== undefined
}

test('a picture is uploaded as data, and served in three WebP widths, to anyone and cacheable permanently', async () => {
  const made = await write(`<p>Look:</p>${await pictureHtml(2000, 1000)}`)
  const [id] = idsIn(made.content)
  expect(made.content).toBe(
    `<p>Look:</p><img src="/api/content/picture/${id}/960" srcset="/api/content/picture/${id}/480 480w, /api/content/picture/${id}/960 960w, ` +
      `/api/content/picture/${id}/1600 1600w" sizes="(min-width: 48em) 44rem, 100vw" width="1600" height="800" alt="A pallet" loading="lazy" decoding="async">`,
  )
  expect(made.picture).toEqual({ uniqueId: id, alt: 'A pallet', width: 1600, height: 800 })
  for (const width of ['480', '960', '1600'] as const) {
    const { statusCode, headers, rawPayload } = await fetched(id!, width)
    expect([statusCode, await sharp(rawPayload).metadata()]).toMatchObject([200, { format: 'webp', width: Number(width) }])
    expect(headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
    })
  }
})

test('a picture is never enlarged, whatever width is requested', async () => {
  const made = await write(await pictureHtml(300, 100))
  const [id] = idsIn(made.content)
  expect(made.content).toContain(`srcset="/api/content/picture/${id}/480 300w" sizes`)
  expect(await sharp((await fetched(id!, '1600')).rawPayload).metadata()).toMatchObject({ width: 300, height: 100 })
})

test('pictures of another tenant, of deleted content, or of any other width are not served', async () => {
  const { uniqueId, content: body } = await write(await pictureHtml(20, 20))
  const [id] = idsIn(body)
  expect((await fetched(id!, '960', { 'x-tenant': app.other.uniqueId })).statusCode).toBe(404)
  expect((await app.as(undefined).send(contentApi.picture, { uniqueId: id, width: '961' })).statusCode).toBe(422)
  await app.as(admin).call(contentApi.remove, { uniqueId })
  const { statusCode, headers } = await fetched(id!)
  expect([statusCode, headers['cache-control']]).toEqual([404, 'no-store'])
})

test('each picture needs an alternative text', async () => {
  for (const alt of ['', '  ']) {
    const refused = { status: 422, data: { content: 'Each picture needs an alternative text' } }
    await expect(write(await pictureHtml(9, 9, { alt }))).rejects.toMatchObject(refused)
  }
  const made = await write(await pictureHtml(9, 9, { alt: 'A &quot;b&quot; &lt;script&gt;' }))
  expect(made.picture).toMatchObject({ alt: 'A "b" <script>' })
  expect(made.content).toContain('alt="A &quot;b&quot; &lt;script&gt;"')
})

test('SVG, pictures of other sites and anything else that is not our own picture is left out', async () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>').toString('base64')
  const others = [
    `data:image/svg+xml;base64,${svg}`,
    'data:image/svg+xml,<svg/>',
    'data:text/html;base64,PHNjcmlwdD4=',
    'https://canary.example/p.png',
    '//canary.example/p.png',
    '/api/document/0',
    'javascript:alert(1)',
    `/api/content/picture/${crypto.randomUUID()}/960`,
    'x" onerror="alert(1)',
  ]
  const made = await write(`<p>Words</p>${others.map((src) => `<img src='${src}' onerror=alert(1) alt="x">`).join('')}`)
  expect(made.content).toBe('<p>Words</p>')
  expect(made.picture).toBeNull()
})

test('a file that claims to be a picture but is not is refused', async () => {
  const fake = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>').toString('base64')
  const refused = { status: 422, data: { content: expect.stringMatching(/^A picture could not be read/) } }
  await expect(write(`<img src="data:image/png;base64,${fake}" alt="x">`)).rejects.toMatchObject(refused)
})

const noise = async (bytes: number) => {
  const side = Math.ceil(Math.sqrt(bytes / 3))
  const pixels = Buffer.from(Array.from({ length: side * side * 3 }, (_, at) => (at * 2_654_435_761) >>> 13))
  const png = await sharp(pixels, { raw: { width: side, height: side, channels: 3 } })
    .png({ compressionLevel: 0 })
    .toBuffer()
  return `<img src="data:image/png;base64,${png.toString('base64')}" alt="Noise">`
}

test('accepts 2 MB of pictures, and rejects more as too large', async () => {
  await write(await noise(2_000_000))
  for (const body of [await noise(2_200_000), (await noise(1_100_000)) + (await noise(1_100_000))]) {
    const { statusCode, json } = await app.as(admin).send(contentApi.create, {
      title: 'Large',
      category: 'GLOBAL_SOURCING',
      articleTypes: ['MARKET_INSIGHT'],
      content: body,
    })
    expect([statusCode, json().responseStatus]).toEqual([413, 'ERROR'])
  }
  const refused = await app.as(admin).send(contentApi.create, { title: 'Huge', content: await noise(3_000_000) })
  expect(refused.statusCode).toBe(413)
})

test('saving content exactly as it was read changes nothing: neither its pictures nor its time', async () => {
  const made = await write(`<p>Words &amp; <b>more</b></p>${await pictureHtml(700, 350)}<p>End</p>`)
  expect(await content.change(admin, { uniqueId: made.uniqueId, content: made.content! })).toEqual(made)
})

test('a picture that is no longer in the body is removed a day later, with its bytes; the others stay', async () => {
  const [one, two] = [await pictureHtml(60, 60, { red: 60 }), await pictureHtml(70, 70, { red: 70, alt: 'Gone' })]
  const made = await write(one + two)
  const [first, second] = idsIn(made.content)
  const before = await documents()
  const shorter = made.content!.replace(/<img[^>]+alt="Gone"[^>]*>/, '').replace('A pallet', 'Renamed')
  const changed = await content.change(admin, { uniqueId: made.uniqueId, content: shorter })
  expect(idsIn(changed.content)).toEqual([first])
  expect(changed.picture).toMatchObject({ uniqueId: first, alt: 'Renamed' })
  const [job] = await app.asOwner<{ seconds: number }>(
    `select extract(epoch from start_after - now())::int as seconds from pgboss.job
     where name = 'content.pictures' and data->>'contentId' = $1`,
    [made.uniqueId],
  )
  expect(Math.abs(job!.seconds - 86_400)).toBeLessThan(20)
  expect((await fetched(second!)).statusCode).toBe(200)
  await endUnused(made.uniqueId)
  expect([(await fetched(first!)).statusCode, (await fetched(second!)).statusCode]).toEqual([200, 404])
  const after = await documents()
  const [gone] = before.filter(({ hash }) => !after.some((each) => each['hash'] === hash))
  const jobs = await app.asOwner<{ data: { hash: string } }>(`select data from pgboss.job where name = 'document.bytes'`)
  expect(jobs.map(({ data }) => data.hash)).toContain(gone!['hash'])
  await app.work('document.bytes', { tenantId: admin.tenantId, hash: gone!['hash'] })
  expect(await hasBytes(gone!['hash'] as string)).toBe(false)
})

test('a picture of another text of the tenant is copied, and stays when the original is removed', async () => {
  const theirs = await write(await pictureHtml(80, 40, { red: 80 }))
  const mine = await write('<p>Words</p>')
  const pasted = await content.change(admin, { uniqueId: mine.uniqueId, content: `<p>Words</p>${theirs.content}` })
  const [source, copy] = [idsIn(theirs.content)[0]!, idsIn(pasted.content)[0]!]
  expect(copy).not.toBe(source)
  expect(pasted.picture).toEqual({ uniqueId: copy, alt: 'A pallet', width: 80, height: 40 })
  const written = await write(theirs.content!.replace('A pallet', 'Again'))
  expect(written.picture).toMatchObject({ alt: 'Again' })
  await content.change(admin, { uniqueId: theirs.uniqueId, content: '<p>None</p>' })
  await endUnused(theirs.uniqueId)
  expect((await fetched(source)).statusCode).toBe(404)
  for (const id of [copy, idsIn(written.content)[0]!]) {
    const { statusCode, rawPayload } = await fetched(id)
    expect([statusCode, await sharp(rawPayload).metadata()]).toMatchObject([200, { format: 'webp', width: 80 }])
  }
  expect(await content.change(admin, { uniqueId: mine.uniqueId, content: pasted.content! })).toEqual(pasted)
})

test('a picture of another tenant is not copied', async () => {
  const other = await app.someone('ROLE_TENANT_ADMIN', { permissions: ['XG_ADMIN'], tenantId: app.other.uniqueId })
  const theirs = await content.write(other, { content: await pictureHtml(33, 33) })
  const stolen = await write(`<p>Words</p>${theirs.content}`)
  expect([stolen.content, stolen.picture]).toEqual(['<p>Words</p>', null])
})

test('a picture that somebody else removed meanwhile is available again when a version with it is saved', async () => {
  const made = await write(`<p>Words</p>${await pictureHtml(85, 85, { red: 85 })}`)
  await content.change(admin, { uniqueId: made.uniqueId, content: '<p>Words</p>' })
  const again = await content.change(admin, { uniqueId: made.uniqueId, content: made.content! })
  expect(again.content).toBe(made.content)
  await endUnused(made.uniqueId)
  expect((await fetched(idsIn(made.content)[0]!)).statusCode).toBe(200)
})

test('intermediate caches do not store a picture that not everybody may read', async () => {
  const later = new Date(Date.now() + 3_600_000).toISOString()
  for (const over of [{ status: 'DRAFT' as const }, { isPaidContent: true }, { publishAt: later }]) {
    const made = await content.write(admin, { content: await pictureHtml(34, 34), ...over })
    const { statusCode, headers } = await fetched(idsIn(made.content)[0]!)
    expect([statusCode, headers['cache-control'], headers['content-disposition']]).toEqual([
      200,
      'no-store',
      expect.stringMatching(/^inline/),
    ])
  }
})

test('a text can have at most 100 new pictures', async () => {
  const one = await pictureHtml(1, 1)
  await expect(write(one.repeat(101))).rejects.toMatchObject({
    status: 422,
    data: { content: 'A text can have 100 new pictures at most' },
  })
})

test('content that becomes audio or video has no pictures left', async () => {
  const made = await write(await pictureHtml(90, 90, { red: 90 }))
  const media = { contentType: 'AUDIO' as const, content: VIDEO_URL, seoText: '<p>Heard</p>' }
  expect(await content.change(admin, { uniqueId: made.uniqueId, ...media })).toMatchObject({ picture: null })
  await endUnused(made.uniqueId)
  expect((await fetched(idsIn(made.content)[0]!)).statusCode).toBe(404)
})

test('content deleted 30 days ago is removed with its pictures, their bytes and its address', async () => {
  const made = await content.write(admin, { title: 'Swept', content: await pictureHtml(95, 95, { red: 95 }) })
  await app.as(admin).call(contentApi.remove, { uniqueId: made.uniqueId })
  await app.clock('records.sweep')
  expect(await app.asOwner('select from content where id = $1', [made.uniqueId])).toHaveLength(1)
  await app.asOwner(`update content set deleted_at = now() - interval '31 days' where id = $1`, [made.uniqueId])
  const before = await keptPictures()
  await app.clock('records.sweep')
  expect(await app.asOwner('select from content where id = $1', [made.uniqueId])).toEqual([])
  expect(await keptPictures()).toHaveLength(before.length - 1)
  expect((await content.write(admin, { title: 'Swept' })).slug).toBe('swept')
})
