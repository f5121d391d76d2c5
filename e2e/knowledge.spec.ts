import { expect, type Page } from '@playwright/test'
import type { StaffContent } from '@tradewind/contract/site/content.contract'
import { admin, type Caller, signInWithCalls } from './kit/api.ts'
import { expectAccessible, takeScreenshots } from './kit/looks.ts'
import { signOut } from './kit/sign-in.ts'
import { asSuperAdmin, newTenant, newWord } from './kit/tenants.ts'
import { failCalls, test } from './kit/test.ts'

const forTraining =
  'Subscription Required: This content is available only to plan Advance and above. Please upgrade your plan to continue.'
const forSubscribers =
  'Subscription Required: This content is available only to subscribers. Please upgrade your plan to continue.'

const OPEN_TEXT =
  'Whoever sells across a border pays three prices: of the goods, of the way, and of not knowing whom one deals with. '

/** A word that appears only at the end of a body, and the fields of the publication; free text by default. */
const newPost = async (call: Caller, more: object = {}) => {
  const word = newWord()
  const given = {
    title: `Notes ${newWord()}`,
    contentType: 'TEXT',
    category: 'SALES_EFFECTIVENESS',
    articleTypes: ['MARKET_INSIGHT'],
    isPaidContent: false,
    content: `<h2>Before the fair</h2><p>${OPEN_TEXT.repeat(9)}</p><p>It ends with ${word}.</p>`,
    ...more,
  }
  return { word, ...(await call<StaffContent>('POST', '/api/content/', given)) }
}

const fetchHtml = async (page: Page, path: string) => (await page.request.get(path)).text()
const titleOf = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

test('a visitor finds an article by a word of its body, filters the list, and reads the article', async ({ page }) => {
  const { word, title } = await newPost(await signInWithCalls(page, admin))
  await signOut(page)
  await page.goto('/knowledgeCentre')
  await expectAccessible(page)
  await page.getByLabel('Search titles and texts').pressSequentially(word.toUpperCase())
  await expect(page).toHaveURL(new RegExp(`q=${word}`, 'i'))
  await expect(page.getByRole('heading', { name: '1 piece of content' })).toBeVisible()
  await expect(page.getByLabel('Search titles and texts')).toBeFocused()
  await page.getByLabel('Category', { exact: true }).selectOption('Global Sourcing')
  await expect(page.getByRole('heading', { name: '0 pieces of content' })).toBeVisible()
  await takeScreenshots(page, 'knowledge-nothing')
  await page.goBack()
  await expect(page.getByLabel('Category', { exact: true })).toHaveValue('ALL')
  await page.getByLabel('Format').selectOption('Text')
  await expect(page).toHaveURL(/contentType=TEXT/)
  await page.getByRole('link', { name: title }).click()
  await expect(titleOf(page, title)).toBeVisible()
  await expect(page.getByText(`It ends with ${word}.`)).toBeVisible()
  await expectAccessible(page)
  await takeScreenshots(page, 'article')
  await page.getByRole('navigation', { name: 'Topics' }).getByRole('link', { name: 'Market Insight' }).click()
  await expect(page.getByLabel('Sub-category')).toHaveValue('MARKET_INSIGHT')
  await page.getByRole('link', { name: 'Show everything' }).click()
  await expect(page.getByLabel('Sub-category')).toHaveValue('ALL')
})

test('without JavaScript the knowledge centre works with a form and links, and the HTML contains the article', async ({
  browser,
  page,
}) => {
  const call = await signInWithCalls(page, admin)
  const mark = newWord()
  const posts = []
  for (let at = 0; at < 10; at++) posts.push(await newPost(call, { title: `${mark} number ${at} of ten` }))
  const { page: still } = await browser
    .newContext({ javaScriptEnabled: false })
    .then(async (context) => ({ page: await context.newPage() }))
  await still.goto('/knowledgeCentre')
  await still.getByLabel('Search titles and texts').fill(mark)
  await still.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(still.getByRole('heading', { name: '10 pieces of content' })).toBeVisible()
  await expect(still.getByRole('article')).toHaveCount(9)
  await still.getByRole('link', { name: 'Page 2' }).click()
  await expect(still.getByRole('article')).toHaveCount(1)
  await still.getByRole('link', { name: `${mark} number 0 of ten` }).click()
  await expect(still.getByText(`It ends with ${posts[0]!.word}.`)).toBeVisible()
  await still.context().close()
  const head = await fetchHtml(page, `/blog/${posts[0]!.slug}`)
  for (const part of ['"@type":"BlogPosting"', '"isAccessibleForFree":true', 'property="og:type" content="article"'])
    expect(head).toContain(part)
  expect(await fetchHtml(page, '/knowledgeCentre')).toContain('type="application/rss+xml"')
  expect(await fetchHtml(page, '/knowledgeCentre')).not.toContain('content="noindex"')
  expect(await fetchHtml(page, `/knowledgeCentre?q=${mark}`)).toContain('content="noindex"')
})

test('hides paid content from visitors, shows it after a subscriber signs in, and never includes it in the HTML', async ({
  page,
}) => {
  const { title, slug, word } = await newPost(await signInWithCalls(page, admin), { isPaidContent: true })
  await signOut(page)
  await page.goto(`/blog/${slug}`)
  await expect(page.getByText(forSubscribers, { exact: true })).toBeVisible()
  await expect(page.getByRole('main').getByText('Paid', { exact: true }).first()).toBeVisible()
  await expect(page.getByRole('link', { name: 'See the plans' })).toHaveAttribute('href', '/pricing')
  await expectAccessible(page)
  await takeScreenshots(page, 'article-paid')

  await page.getByRole('main').getByRole('link', { name: 'Login' }).click()
  const dialog = page.getByRole('dialog', { name: 'Login' })
  await dialog.getByLabel('Email').fill('basic@tradewind.test')
  await dialog.getByLabel('Password').fill('Tradewind-demo-1')
  await dialog.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page.getByText(`It ends with ${word}.`)).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/blog/${slug}$`))
  await expect(page.getByText(forSubscribers)).toHaveCount(0)
  await expect(page.getByRole('article').first().getByText('Paid', { exact: true })).toHaveCount(0)
  const html = await fetchHtml(page, `/blog/${slug}`)
  expect(html).toContain(title)
  expect(html).toContain('"cssSelector":".paywall"')
  expect(html).not.toContain(word)

  await page.goto(`/knowledgeCentre?q=${word}`)
  await expect(page.getByRole('link', { name: title })).toBeVisible() // found by a word that only the paid body contains
  await expect(page.getByLabel('Subscription')).toHaveCount(0)
})

test('a German page names the language of an English article, and marks it with the lang attribute', async ({ page }) => {
  const { title, slug } = await newPost(await signInWithCalls(page, admin), { language: 'en' })
  await signOut(page)
  await page.goto(`/blog/${slug}?lang=de`)
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  const article = page.getByRole('article').first()
  await expect(article.getByText('Sprache: English')).toBeVisible()
  await expect(titleOf(page, title)).toHaveAttribute('lang', 'en')
  await expect(article.locator('div[lang="en"]')).toContainText('Before the fair')
  await page.goto(`/knowledgeCentre?lang=de&q=${encodeURIComponent(title)}`)
  await expect(page.getByRole('link', { name: title })).toHaveAttribute('lang', 'en')
  await page.goto(`/blog/${slug}?lang=en`)
  await expect(titleOf(page, title)).not.toHaveAttribute('lang')
})

test('an article in several languages is one card in the reader’s language, and its pages link to each other', async ({
  page,
}) => {
  const call = await signInWithCalls(page, admin)
  const mark = newWord()
  const body = { content: `<p>${mark}. ${OPEN_TEXT}</p>` }
  const english = await newPost(call, { ...body, title: `Fair prices ${newWord()}`, language: 'en' })
  const german = await newPost(call, {
    ...body,
    title: `Messepreise ${newWord()}`,
    language: 'de',
    translationOf: english.uniqueId,
  })
  await signOut(page)
  for (const [lang, { title }] of [
    ['en', english],
    ['de', german],
    ['it', english],
  ] as const) {
    await page.goto(`/knowledgeCentre?lang=${lang}&q=${mark}`)
    await expect(page.getByRole('article')).toHaveCount(1)
    await expect(page.getByRole('link', { name: title })).toBeVisible()
  }
  await page.goto(`/blog/${english.slug}?lang=de`)
  const note = page.getByRole('note')
  await expect(note).toHaveText(`Dies gibt es in Ihrer Sprache: ${german.title}`)
  await expect(page.locator('div[lang="en"]')).toContainText(mark)
  await expectAccessible(page)
  await takeScreenshots(page, 'article-other-language')
  await note.getByRole('link', { name: german.title }).click()
  await expect(titleOf(page, german.title)).toBeVisible()
  await expect(page.getByRole('note')).toHaveCount(0)
  await page.goto(`/blog/${german.slug}?lang=it`)
  await expect(note).toHaveText('Questo testo non è disponibile nella Sua lingua. Lo legge in tedesco.')
  const others = page.getByRole('navigation', { name: 'Altre lingue' }).getByRole('link')
  await expect(others).toHaveText(['English'])
  await expect(others).toHaveAttribute('href', `/blog/${english.slug}?lang=en`)
  const head = await fetchHtml(page, `/blog/${german.slug}`)
  const links = Array.from(head.matchAll(/<link rel="alternate" hrefLang="([^"]+)" href="https?:\/\/[^/"]+([^"]+)"/gi), (found) =>
    found.slice(1),
  )
  expect(links).toEqual([
    ['en', `/blog/${english.slug}?lang=en`],
    ['de', `/blog/${german.slug}?lang=de`],
    ['x-default', `/blog/${english.slug}`],
  ])
})

test('training is closed to Basic and open to Advance; Try again loads a text after an error', async ({ page }) => {
  const training = { articleTypes: ['TRAINING_SESSION'], isPaidContent: true }
  const { slug, word } = await newPost(await signInWithCalls(page, admin), training)
  await signInWithCalls(page, 'basic@tradewind.test')
  await page.goto(`/blog/${slug}`)
  await expect(page.getByText(forTraining, { exact: true })).toBeVisible()
  const badge = (name: string) => page.getByRole('article').first().getByText(name, { exact: true })
  await expect(badge('Training')).toBeVisible()
  await expect(badge('Paid')).toHaveCount(0)
  await expect(page.getByRole('main').getByRole('link', { name: 'Login' })).toHaveCount(0)
  expect(await fetchHtml(page, `/blog/${slug}`)).not.toContain(word)

  await signInWithCalls(page, 'advance@tradewind.test')
  const reading = await failCalls(page, '**/api/content/slug/**', (route) => route.abort())
  await page.goto(`/blog/${slug}`)
  const again = page.getByRole('alert').getByRole('button', { name: 'Try again' })
  await expect(again).toBeVisible()
  reading.mend()
  await again.click()
  await expect(page.getByText(`It ends with ${word}.`)).toBeVisible()
  await signOut(page)
  await page.reload()
  await expect(page.getByText(forTraining, { exact: true })).toBeVisible()
  await expect(page.getByText(word)).toHaveCount(0)
})

test('an old URL of an article redirects permanently to the new one, and keeps the language', async ({ page }) => {
  const call = await signInWithCalls(page, admin)
  const { uniqueId, slug, updatedAt } = await newPost(call)
  const title = `Renamed ${newWord()}`
  const renamed = await call<StaffContent>('PATCH', '/api/content/', { uniqueId, title, updatedAt })
  expect(renamed.slug).not.toBe(slug)
  await signOut(page)
  const answer = await page.request.get(`/blog/${slug}?lang=de`, { maxRedirects: 0 })
  expect(answer.status()).toBe(301)
  expect(answer.headers()['location']).toBe(`/blog/${renamed.slug}?lang=de`)
  await page.goto(`/blog/${slug}`)
  await expect(titleOf(page, title)).toBeVisible()
  expect((await page.goto('/blog/nothing-has-this-address'))?.status()).toBe(404)
})

test('a media player is requested from its host only after a click', async ({ page }) => {
  const call = await signInWithCalls(page, admin)
  const link = 'https://www.youtube.com/watch?v=aqz-KE-bpKQ'
  const media = { contentType: 'VIDEO', content: link, seoText: `<p>${OPEN_TEXT}</p>` }
  const { slug } = await newPost(call, media)
  await signOut(page)
  const asked: string[] = []
  await page.route(/youtube|spotify/, (route) => {
    asked.push(new URL(route.request().url()).host)
    return route.fulfill({ contentType: 'text/html', body: '<title>Player</title>' })
  })
  await page.goto(`/blog/${slug}`)
  await expect(page.getByRole('link', { name: 'Open at YouTube' })).toHaveAttribute('href', link)
  await expectAccessible(page)
  await takeScreenshots(page, 'article-video')
  expect(asked).toEqual([])
  await page.getByRole('button', { name: 'Play from YouTube' }).click()
  await expect(page.locator('iframe')).toHaveAttribute('sandbox', /allow-scripts/)
  await expect.poll(() => asked).toEqual(['www.youtube-nocookie.com'])
})

test('the pages of the knowledge centre respond with 404 if the tenant has none', async ({ page, context }) => {
  const { call, within } = await asSuperAdmin(page)
  const tenant = await newTenant(call)
  const visitor = await context.newPage()
  expect((await visitor.goto(`${tenant.origin}/knowledgeCentre`))?.status()).toBe(200)
  await within(tenant)('PATCH', '/api/tenantConfiguration/', { key: 'CONTENT_ENABLED', value: false })
  for (const path of ['/knowledgeCentre', '/blog/any']) expect((await visitor.goto(tenant.origin + path))?.status()).toBe(404)
})
