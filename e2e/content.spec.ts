import { expect, type Page } from '@playwright/test'
import { admin, newMark, newName, signInWithCalls } from './kit/api.ts'
import { callsOf } from './kit/chain.ts'
import { expectAccessible, takeScreenshots } from './kit/looks.ts'
import { navigateTo } from './kit/navigate.ts'
import { pixel, test } from './kit/test.ts'

const writerAddress = 'admin@tradewind.test'

/** A title that no other test uses. */
const newTitle = (words: string) => `${words} ${newMark()}`

const fillArticle = async (page: Page, title: string) => {
  await page.getByRole('textbox', { name: 'Title' }).fill(title)
  await page.getByRole('combobox', { name: 'Category' }).selectOption({ label: 'Global Sourcing' })
  await page.getByRole('checkbox', { name: 'Market Insight' }).check()
}

test('an article with a picture is submitted, sent back, resubmitted, and public once its publication time is reached', async ({
  page,
  browser,
}) => {
  test.slow()
  const title = newTitle('Ports of the north')
  await signInWithCalls(page, writerAddress)
  await page.goto('/crm/content/create')
  await fillArticle(page, title)
  const body = page.getByRole('textbox', { name: 'Content' })
  await body.click()
  await page.keyboard.type('Three ports, compared.')
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Picture' }).click()
  await (await chooser).setFiles({ name: 'ports.png', mimeType: 'image/png', buffer: pixel })
  const dialog = page.getByRole('dialog', { name: 'Picture' })
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await expect(dialog.getByText('Alternative text is required')).toBeVisible()
  await expect(dialog.getByRole('textbox', { name: 'Alternative text' })).toBeFocused()
  await dialog.getByRole('textbox', { name: 'Alternative text' }).fill('A map of three ports')
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(body).toBeFocused()
  await page.keyboard.type('What is typed next stands behind it.')
  await expect(body.getByRole('paragraph')).toHaveText(['Three ports, compared.', 'What is typed next stands behind it.'])
  await expect(body.getByRole('img', { name: 'A map of three ports' })).toBeVisible()
  await expect(page.getByRole('radio', { name: 'Submit for review' })).toBeChecked()
  await expect(page.getByRole('radio', { name: 'Publish' })).toHaveCount(0)
  await expectAccessible(page)
  await takeScreenshots(page, 'content-form')
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect(page.getByRole('dialog', { name: 'Preview' }).getByRole('img', { name: 'A map of three ports' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('link', { name: title })).toBeVisible()

  const theirs = await (await browser.newContext()).newPage()
  const chief = await signInWithCalls(theirs, admin)
  const told = await chief<{ subject: string }[]>('GET', '/api/notificationQueue/list/PUSH_WEB?page=0&size=10')
  expect(told.some(({ subject }) => subject.includes(title))).toBe(true)
  await theirs.goto('/crm/content/approve')
  await theirs.getByRole('button', { name: `Send back: ${title}` }).click()
  await theirs.getByRole('textbox', { name: 'Note' }).fill('Name the ports.')
  await theirs.getByRole('button', { name: 'Send back', exact: true }).click()
  await expect(theirs.getByRole('button', { name: `Send back: ${title}` })).toHaveCount(0)
  await expectAccessible(theirs)

  await page.getByRole('link', { name: title }).click()
  await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
  await page.reload()
  await expect(page.getByText('Name the ports.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Submit for review' }).click()
  await expect(page.getByText('A tenant admin looks at it.')).toBeVisible()

  const waiting = await chief<{ uniqueId: string; title: string; slug: string }[]>('GET', '/api/content/?status=IN_REVIEW&page=0')
  const { uniqueId, slug } = waiting.find((one) => one.title === title)!
  await navigateTo(theirs, `/crm/content/show/${uniqueId}`)
  await theirs.getByRole('button', { name: `Approve: ${title}` }).click()
  await theirs.getByLabel('Date').fill('2035-05-04')
  await theirs.getByLabel('Time').fill('09:00')
  await theirs.getByRole('dialog', { name: 'Approve' }).getByRole('button', { name: 'Publish' }).click()
  await expect(theirs.getByRole('button', { name: 'Unpublish' })).toBeVisible()
  const visitor = (path: string) => page.request.get(path, { headers: {} })
  expect((await visitor(`/api/content/slug/${slug}`)).status()).toBe(404)
  const past = { uniqueId, publishAt: '2020-05-04T07:00:00.000Z', isPaidContent: false }
  await chief('PATCH', '/api/content/', past)
  expect((await visitor(`/api/content/slug/${slug}`)).status()).toBe(200)
})

test('shows an error at the field for a media link of another host, and keeps the input', async ({ page }) => {
  await signInWithCalls(page, admin)
  await page.goto('/crm/content/create')
  await fillArticle(page, newTitle('A talk'))
  await page.getByRole('combobox', { name: 'Type' }).selectOption({ label: 'Youtube Media' })
  const link = page.getByRole('textbox', { name: 'Link to' })
  await link.fill('https://vimeo.example/12345')
  await page.getByRole('textbox', { name: 'Description' }).click()
  await page.keyboard.type('Two people talk.')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('alert').first()).toContainText('Enter a link to YouTube or Spotify')
  await expect(link).toHaveAttribute('aria-invalid', 'true')
  await expect(link).toHaveValue('https://vimeo.example/12345')
  await link.fill('https://youtu.be/abcdefghijk')
  await expect(page.getByRole('textbox', { name: 'Link to YouTube' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Play from YouTube' })).toBeVisible()
  await expectAccessible(page)
})

test('translates an article from its details: its text is there to be overwritten, and both are linked', async ({ page }) => {
  const { call } = await callsOf(page, admin)
  const title = newTitle('Customs')
  const original = { title, contentType: 'TEXT', category: 'GLOBAL_SOURCING', articleTypes: ['MARKET_INSIGHT'], language: 'en' }
  const { uniqueId } = await call('POST', '/api/content/', { ...original, content: '<p>Papers and duties.</p>', status: 'DRAFT' })
  await signInWithCalls(page, admin)
  await page.goto(`/crm/content/show/${uniqueId}`)
  await page.getByRole('link', { name: 'Deutsch' }).click()
  await expect(page.getByRole('heading', { name: `Translation of ${title}` })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Content' })).toHaveText('Papers and duties.')
  await expect(page.getByRole('radio', { name: 'Save draft' })).toBeChecked()
  await page.getByRole('textbox', { name: 'Title' }).fill(`${title} auf Deutsch`)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL(/\/content\/list/)
  await navigateTo(page, `/crm/content/show/${uniqueId}`)
  await page.getByRole('link', { name: `${title} auf Deutsch` }).click()
  await expect(page.getByRole('link', { name: title, exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Deutsch' })).toHaveCount(0)
})

test('filters the article list, and truncates long titles, which a tooltip shows in full', async ({ page }) => {
  const { call } = await callsOf(page, admin)
  const title = `${newTitle('Container')} ${'and what it costs to send it far away '.repeat(3)}`.trim()
  await call('POST', '/api/content/', {
    title,
    contentType: 'TEXT',
    category: 'GLOBAL_SOURCING',
    articleTypes: ['MARKET_INSIGHT'],
    content: '<p>Words.</p>',
    status: 'DRAFT',
  })
  await signInWithCalls(page, admin)
  await page.goto(`/crm/content/list?status=DRAFT&q=${encodeURIComponent(title.slice(0, 20))}`)
  await expect(page.getByRole('link', { name: `${title.slice(0, 90).trimEnd()}…` })).toBeVisible()
  await page.getByRole('link', { name: `${title.slice(0, 90).trimEnd()}…` }).hover()
  await expect(page.getByRole('tooltip', { name: title })).toBeVisible()
  await page.mouse.move(0, 0)
  await expect(page.getByRole('tooltip')).toHaveCount(0)
  await expectAccessible(page)
  await takeScreenshots(page, 'content-list')
})

test('a view of the content list keeps a condition and a column', async ({ page }) => {
  const [mark, name] = [newMark(), newName('View')]
  const call = await signInWithCalls(page, admin)
  for (const [title, language] of [
    [`Customs ${mark}`, 'en'],
    [`Zoll ${mark}`, 'de'],
  ])
    await call('POST', '/api/content/', {
      title,
      language,
      contentType: 'TEXT',
      category: 'GLOBAL_SOURCING',
      articleTypes: ['MARKET_INSIGHT'],
      content: '<p>Words.</p>',
      status: 'DRAFT',
    })
  await page.goto(`/crm/content/list?q=${mark}`)
  const rows = page.getByRole('table', { name: 'Content' }).locator('tbody tr')
  await expect(rows).toHaveCount(2)
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('group', { name: 'Filter by' }).getByRole('button', { name: 'Language', exact: true }).click()
  await page.getByLabel('Value').and(page.locator('input')).fill('deu')
  await page.getByRole('listbox', { name: 'Value' }).getByRole('option', { name: 'Deutsch' }).click()
  await page.getByRole('button', { name: 'Apply', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Filter: Language is Deutsch', exact: true })).toBeVisible()
  await expect(rows).toHaveCount(1)
  await page.getByRole('button', { name: 'Display' }).click()
  await page.getByRole('checkbox', { name: 'Sub-categories' }).click()
  await page.keyboard.press('Escape')
  await expect(rows.getByText('Market Insight')).toBeVisible()
  await expectAccessible(page)
  await takeScreenshots(page, 'content-view')

  await page.getByRole('button', { name: /^View:/ }).click()
  await page.getByRole('menuitem', { name: 'Save as…' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill(name)
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('button', { name: /^View:/ })).toHaveText(name)
  await page.goto(`/crm/content/list?view=${new URL(page.url()).searchParams.get('view')}`)
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText(`Zoll ${mark}`)
  await expect(rows.getByText('Market Insight')).toBeVisible()
})

test('links an article to its original, rejects a second translation in the same language, and unlinks it', async ({ page }) => {
  test.slow()
  const call = await signInWithCalls(page, admin)
  const post = (title: string, more: object = {}) =>
    call<{ uniqueId: string; title: string }>('POST', '/api/content/', {
      title,
      contentType: 'TEXT',
      category: 'GLOBAL_SOURCING',
      articleTypes: ['MARKET_INSIGHT'],
      content: '<p>Words.</p>',
      ...more,
    })
  const english = await post(newTitle('Customs'), { language: 'en' })
  const german = await post(newTitle('Zoll'), { language: 'de', translationOf: english.uniqueId })
  const second = await post(newTitle('Zölle'), { language: 'de' })
  const picker = page.getByRole('combobox', { name: 'Translation of' })
  await page.goto(`/crm/content/edit/${second.uniqueId}`)
  await picker.fill(english.title)
  await page.getByRole('option', { name: english.title }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('alert').first()).toContainText(`“${german.title}” is this article in the same language`)
  await expect(picker).toHaveValue(english.title)
  await expectAccessible(page)
  await takeScreenshots(page, 'content-translation')
  await page.getByRole('combobox', { name: 'Language' }).first().selectOption('fr')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page).not.toHaveURL(/content\/edit/)
  await navigateTo(page, `/crm/content/show/${english.uniqueId}`)
  await expect(page.getByRole('link', { name: german.title })).toBeVisible()
  await expect(page.getByRole('link', { name: second.title })).toBeVisible()
  await expectAccessible(page)
  await takeScreenshots(page, 'content-versions')
  await navigateTo(page, `/crm/content/edit/${second.uniqueId}`)
  await expect(picker).toHaveValue(english.title)
  await picker.fill('')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect
    .poll(async () => (await call<{ translations: [] }>('GET', `/api/content/${second.uniqueId}`)).translations)
    .toEqual([])
})
