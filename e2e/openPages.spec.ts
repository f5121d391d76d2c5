import { expect, type Locator, type Page } from '@playwright/test'
import { admin, newName, signInWithCalls } from './kit/api.ts'
import { expectAccessible, takeScreenshots } from './kit/looks.ts'
import { failCalls, loseReplies, test } from './kit/test.ts'
import { newPerson } from './kit/users.ts'

const alert = (page: Page) => page.getByRole('alert')
const chooseServices = async (page: Page, names: readonly string[]) => {
  const box = page.getByRole('group', { name: 'Services', exact: true })
  await box.locator('summary').click()
  for (const name of names) await box.getByLabel(name).check()
  await page.keyboard.press('Escape')
}
/** The only lead that a person's form has created, as staff find it. */
const findLead = async (page: Page, email: string) => {
  const call = await signInWithCalls(page, admin)
  const leads = await call<Record<string, unknown>[]>('GET', `/api/lead/?email=${encodeURIComponent(email)}&page=0&size=5`)
  expect(leads).toHaveLength(1)
  return leads[0]!
}
/** Fills in a person's details in a form that asks for name, country and address. */
const fillDetails = async (form: Locator, email: string) => {
  await form.getByLabel('Name').fill('Greta Olsen')
  await form.getByLabel('Country').selectOption('Norway')
  await form.getByLabel('Email').fill(email)
}

test('the list of services opens within the visible area, also at the bottom of the window', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 640 })
  await page.goto('/')
  const box = page.getByRole('group', { name: 'Services', exact: true })
  await box.locator('summary').click()
  await expect(box.getByText('Capability Development Services')).toBeInViewport({ ratio: 1 })
  await expect(box.getByRole('checkbox').last()).toBeInViewport({ ratio: 1 })
})

test('an open page loads a new version automatically, but asks first when a form is in use', async ({ page }) => {
  await page.clock.install()
  const waitForScripts = () => page.waitForRequest('**/api/public/pageView')
  const ready = waitForScripts()
  await page.goto('/xareview')
  await ready
  await page.getByLabel('Company name').fill('Half a name')
  let loads = 0
  page.on('domcontentloaded', () => loads++)
  const checked = page.waitForResponse('**/config.json')
  await page.clock.fastForward(120_000)
  await checked
  await expect(page.getByText('There is a new version')).toHaveCount(0)
  await page.route('**/config.json', (route) => route.fulfill({ json: { vers: 'newer' } }))
  await page.clock.fastForward(120_000)
  await expect(page.getByText('There is a new version')).toBeVisible()
  expect(loads).toBe(0)
  const reloaded = waitForScripts()
  await page.getByRole('button', { name: 'Reload' }).click()
  await reloaded
  const again = page.waitForEvent('domcontentloaded')
  await page.clock.fastForward(120_000)
  await again
})

test('a visitor searches for services, and the enquiry is stored as a lead', async ({ page }) => {
  const email = newPerson().emailAddress
  await page.goto('/')
  const search = page.getByRole('form', { name: 'Which service do you need?' })
  const submit = search.getByRole('button', { name: 'Ask for an offer' })
  await chooseServices(page, ['Export strategy and plan', 'Representation at fairs'])
  await expect(search.getByText('2 services chosen')).toBeVisible()
  await submit.click()
  await expect(alert(page)).toHaveText('All fields are mandatory!')
  await expect(search.getByLabel('Target country')).toBeFocused()
  await expect(search.getByLabel('Target country')).toHaveAccessibleDescription('Choose a country')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(alert(page)).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Articles on this' })).toBeVisible()
  await search.getByLabel('Target country').selectOption('Japan')
  await search.getByLabel('Delivery period').selectOption('Within 3-6 months')
  await page.reload()
  await expect(search.getByText('2 services chosen')).toBeVisible()
  await expect(search.getByLabel('Target country')).toHaveValue('JP')

  await submit.click()
  const dialog = page.getByRole('dialog', { name: 'How do we reach you?' })
  await dialog.getByLabel('Name').fill('Greta Olsen')
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect(alert(page)).toHaveText('All fields are mandatory!')
  await expect(dialog.getByLabel('Contact number')).toBeFocused()
  await expectAccessible(page)
  await takeScreenshots(page, 'enquiry')
  await dialog.getByLabel('Contact number').fill('+47 22 33 44 55')
  await dialog.getByLabel('Current country').selectOption('Norway')
  const sending = await failCalls(page, '**/api/public/contactUs', loseReplies)
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect(alert(page)).toContainText('Uh-oh seems like we are facing some technical glitch at our end!')
  sending.mend()
  await page.keyboard.press('Escape')
  await submit.click()
  await expect(dialog.getByLabel('Current country')).toHaveValue('NO')
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect(alert(page)).toHaveText('Query SubmittedThank you for sharing your query with us. We will shortly reply you back.')
  await expect(dialog).toHaveCount(0)
  await expect(search.getByText('Choose services')).toBeVisible()
  expect(await findLead(page, email)).toMatchObject({
    source: 'ENQUIRY',
    services: expect.arrayContaining(['EXPORT_STRATEGY', 'FAIR_REPRESENTATION']),
    country: 'Norway',
    targetCountry: 'Japan',
    deliveryPeriod: 'WITHIN_6_MONTHS',
    contactNumber: '+47 22 33 44 55',
  })
})

test('a visitor requests a plan from the price table without a credit card, and the request is stored as a lead', async ({
  page,
}) => {
  const email = newPerson().emailAddress
  await page.goto('/pricing')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Unlock the Perfect Plan for Your Needs')
  const chart = page.getByRole('table', { name: 'What each plan opens and includes' })
  await expect(chart.getByRole('columnheader')).toHaveText([
    'Plan',
    'Starter$249 a month, plus VAT',
    'Basic$499 a month, plus VAT',
    'PopularAdvance$1,249 a month, plus VAT',
    'Pro$2,999 a month, plus VAT',
    'BusinessContact Us',
  ])
  await expect(chart.getByRole('row', { name: /^Written questions/ }).getByRole('cell')).toHaveText([
    '–Not included',
    '–Not included',
    '3',
    '5',
    'Unlimited',
  ])
  await expect(chart.getByRole('row', { name: /^Storage/ }).getByRole('cell')).toHaveText(Array(5).fill(/^\d/))
  await expect(chart.getByText('No Credit Card Required')).toHaveCount(5)
  await expect(chart.getByRole('button', { name: 'Contact us Business' })).toBeVisible()
  await page.getByText('Is value added tax included?').click()
  await expect(page.getByText(/Prices are net/)).toBeVisible()
  await expectAccessible(page)
  await takeScreenshots(page, 'pricing')
  await chart.getByRole('button', { name: 'Subscribe Pro' }).click()
  const dialog = page.getByRole('dialog', { name: 'Subscribe' })
  await expect(dialog.getByLabel('Plan')).toHaveValue('PRO')
  await dialog.getByRole('button', { name: 'Send' }).click()
  for (const field of ['Name', 'Email', 'Country']) await expect(dialog.getByLabel(field)).toHaveAccessibleDescription(/./)
  await fillDetails(dialog, email)
  await takeScreenshots(page, 'subscribe')
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect(alert(page)).toHaveText('SUCCESSThank you. We will be in touch shortly.')
  await expect(dialog).toHaveCount(0)
  expect(await findLead(page, email)).toMatchObject({ source: 'PLAN', plan: 'PRO', country: 'Norway' })
})

test('each solution has four points and its own contact form', async ({ page }) => {
  const email = newPerson().emailAddress
  await page.goto('/solutions')
  const cards = page.getByRole('article')
  await expect(cards.getByRole('heading', { level: 2 })).toHaveText([
    'Trust Score',
    'Growth Readiness Assessment',
    'My Document Sharing',
    'Online Business Development Training (Coming Soon)',
    'Smart Admin Document Share & Exchange',
  ])
  for (const card of await cards.all()) await expect(card.getByRole('listitem')).toHaveCount(4)
  await expectAccessible(page)
  await takeScreenshots(page, 'solutions')
  const sharing = page.getByRole('article', { name: 'My Document Sharing' })
  await sharing.getByRole('button', { name: 'Contact us' }).click()
  const dialog = page.getByRole('dialog', { name: 'Ask about My Document Sharing' })
  await dialog.getByLabel('Name').fill('Greta Olsen')
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect(dialog.getByLabel('Country')).toHaveAccessibleDescription(/./)
  await expect(alert(page)).toHaveCount(0)
  await fillDetails(dialog, email)
  await dialog.getByLabel('Comments').fill('For twelve clients.')
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect(sharing.getByRole('alert')).toHaveText('SUCCESSThank you. We will be in touch shortly.')
  await sharing.getByRole('button', { name: 'Contact us' }).click()
  await expect(dialog.getByLabel('Name')).toHaveValue('')
  expect(await findLead(page, email)).toMatchObject({
    source: 'PARTNER',
    partner: null,
    comments: 'My Document Sharing\n\nFor twelve clients.',
  })
})

test('About Us lists nine partners per page, and each links to its company page', async ({ page }) => {
  await page.goto('/aboutUs')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Helping SMEs grow')
  const partners = page.getByRole('region', { name: 'Our Partners' })
  await expect(partners.getByRole('heading', { level: 3 })).toHaveCount(9)
  await expectAccessible(page)
  await takeScreenshots(page, 'aboutUs')
  const card = partners.getByRole('link').first()
  const onPageOne = (await card.textContent()) ?? ''
  await partners.getByRole('link', { name: 'Page 2' }).click()
  await expect(page).toHaveURL(/\?page=2#partners$/)
  await expect(card).not.toHaveText(onPageOne)
  const name = (await card.textContent()) ?? ''
  await card.click()
  await expect(page).toHaveURL(/\/company\//)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name)
})

test('the home page shows the newest free posts, both articles and videos', async ({ page }) => {
  const call = await signInWithCalls(page, admin)
  const about = { category: 'INTERNATIONAL_EXPANSION', articleTypes: ['MARKET_INSIGHT'], isPaidContent: false }
  const [read, seen, paid] = [newName('Gelesen'), newName('Gesehen'), newName('Bezahlt')]
  const content = '<p>What a first order from abroad asks of a small team.</p>'
  await call('POST', '/api/content/', { ...about, title: read, content })
  await call('POST', '/api/content/', { ...about, title: paid, content, isPaidContent: true })
  const video = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'
  await call('POST', '/api/content/', { ...about, title: seen, contentType: 'VIDEO', content: video, seoText: content })
  await page.goto('/')
  const posts = page.getByRole('region', { name: 'Recent Posts' })
  await expect(posts.getByRole('link', { name: read.slice(0, 50) })).toHaveAttribute('href', /^\/blog\/./)
  await expect(posts.getByRole('listitem').filter({ hasText: seen.slice(0, 50) })).toContainText('Video')
  await expect(posts.getByText(paid.slice(0, 50))).toHaveCount(0)
  await expect(posts.getByRole('link', { name: 'See all content' })).toHaveAttribute('href', '/knowledgeCentre')
})

test('the home page truncates a long post title to 60 characters, with the full title on hover', async ({ page }) => {
  const call = await signInWithCalls(page, admin)
  const whole = `${newName('Lang')} ${'x'.repeat(60)}`
  const content = '<p>What a first order from abroad asks of a small team.</p>'
  const about = { category: 'INTERNATIONAL_EXPANSION', articleTypes: ['MARKET_INSIGHT'], isPaidContent: false }
  await call('POST', '/api/content/', { ...about, title: whole, content })
  await page.goto('/')
  const posts = page.getByRole('region', { name: 'Recent Posts' })
  await expect(posts.getByTitle(whole, { exact: true })).toHaveText(`${whole.slice(0, 60)}…`)
})

test('buttons scroll the partner logos, four per slide, and each logo links to its page', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/')
  const strip = page.getByRole('list', { name: 'They have already trusted us... will you?' })
  const marks = strip.getByRole('link')
  await expect(marks.nth(4)).toBeAttached()
  await expect(page.getByText('These logos are examples of invented companies.')).toHaveCount(0)
  await strip.scrollIntoViewIfNeeded()
  await expect(marks.first()).toBeInViewport()
  await page.getByRole('button', { name: 'Next logos' }).click()
  await expect(marks.first()).not.toBeInViewport()
  await expect(marks.nth(4)).toBeInViewport()
  await page.getByRole('button', { name: 'Previous logos' }).click()
  await expect(marks.first()).toBeInViewport()
  await expect(marks.first()).toHaveAttribute('href', /^\/company\//)
})

test('an article that is not in the language of the page shows a note about that', async ({ page }) => {
  const call = await signInWithCalls(page, admin)
  const about = { category: 'INTERNATIONAL_EXPANSION', articleTypes: ['MARKET_INSIGHT'], isPaidContent: false, language: 'de' }
  const content = '<p>Was ein erster Auftrag aus dem Ausland verlangt.</p>'
  const { slug } = await call<{ slug: string }>('POST', '/api/content/', { ...about, title: newName('Auftrag'), content })
  await page.goto(`/blog/${slug}?lang=en`)
  await expect(page.getByRole('note')).toHaveText('This text is not available in your language. You read it in German.')
  await expectAccessible(page)
  await page.goto(`/blog/${slug}?lang=de`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('note')).toHaveCount(0)
})
