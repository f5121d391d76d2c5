import { expect, type Locator, type Page } from '@playwright/test'
import { admin, type Caller, newCompany, newName, signInWithCalls } from './kit/api.ts'
import { expectAccessible, takeScreenshots } from './kit/looks.ts'
import { linkMailedTo } from './kit/mailbox.ts'
import { signOut } from './kit/sign-in.ts'
import { test } from './kit/test.ts'
import { newPerson, signInNewUser, superAdmin } from './kit/users.ts'

interface AskingPartner {
  brand: string
  ownerId: string
  call: Caller
  /** The links in the letters, one for each customer. */
  links: string[]
}

const newContact = async (call: Caller, companyId = '') => {
  const { firstName, lastName, emailAddress: email } = newPerson()
  return call('POST', '/api/contact/', { firstName, lastName, email, title: 'Buyer', contactRole: 'DECISION_MAKER', companyId })
}

/** A partner whom no other test uses, and customers who were invited. The page is signed out afterwards. */
const createPartner = async (page: Page, customers: number): Promise<AskingPartner> => {
  const brand = newName('Marke')
  const { user, call } = await signInNewUser(page, 'ROLE_PRO', {
    userCompanyName: brand,
    userCompanyCountry: 'Norway',
    isPartner: true,
  })
  const { uniqueId: companyId } = await newCompany(call)
  const contacts = await Promise.all(Array.from({ length: customers }, () => newContact(call, companyId)))
  const ids = contacts.map(({ uniqueId }) => uniqueId)
  await call('POST', '/api/review/setting', { reviewType: 'Manufacturers', reviewsSearchEnabled: true })
  await call('POST', '/api/review/setting', { audiences: ids })
  const before = new Date()
  await call('POST', '/api/review/campaign', { audienceList: ids })
  const links = await Promise.all(contacts.map(({ email = '' }) => linkMailedTo(page, email, '/review/', before)))
  await signOut(page)
  return { brand, ownerId: user.uniqueId, call, links }
}

interface Survey {
  questions: { uniqueId: string }[]
}
const tokenOf = (link: string) => link.split('/').at(-1)!.split('?')[0]!

/** Submits a customer's answer without the page, and shows it as a testimonial. */
const submitAnswer = async (page: Page, { call }: AskingPartner, link: string, stars: number, remarks: string) => {
  const asked = await page.request.get(`/api/review/surveydetails/${tokenOf(link)}`)
  const { questions } = ((await asked.json()) as { data: Survey }).data
  const answers = questions.map(({ uniqueId }) => ({ questionId: uniqueId, answer: stars }))
  const data = { answerId: tokenOf(link), answers, remarks, remarksPublic: true }
  expect((await page.request.post('/api/review/submit', { data })).ok()).toBe(true)
  const [remark] = await call<{ uniqueId: string }[]>('GET', '/api/review/remarks?page=0&size=1')
  await call('PUT', `/api/review/toggleShowAsTestimonial/${remark!.uniqueId}`, {})
  return remark!.uniqueId
}

const testimonials = (page: Page) => page.getByRole('region', { name: 'In customers’ words' })
const thanksHeading = (page: Page) => page.getByRole('heading', { name: 'Thank you for your review' })

/** Whether a script is the one that sends a survey. Scripts that several screens share have no names. */
const hasSend = (script: string) => script.includes('POST /api/review/submit')
const isScript = (response: { url: () => string }) => response.url().endsWith('.js')

test('an invited customer answers by keyboard, loses no input, and is thanked again on a later visit', async ({
  page,
  context,
}) => {
  const { brand, links } = await createPartner(page, 1)
  const drawn = await page.goto(links[0]!)
  expect(drawn?.headers()).toMatchObject({ 'x-robots-tag': 'noindex', 'referrer-policy': 'no-referrer' })
  expect(drawn?.headers()['cache-control']).toContain('no-store')
  await expect(page.getByRole('heading', { level: 1 })).toContainText(brand)
  await expectAccessible(page)
  await takeScreenshots(page, 'survey')

  const groups = page.getByRole('radiogroup')
  const first = groups.first().getByRole('radio', { name: '0.5 stars' })
  await page.getByRole('button', { name: 'Send my review' }).click()
  await expect(page.getByRole('alert')).toHaveText('Error!All fields are mandatory')
  await expect(first).toBeFocused()
  for (let step = 0; step < 6; step++) await page.keyboard.press('ArrowRight')
  await expect(groups.first().getByRole('radio', { name: '3.5 stars' })).toBeChecked()
  for (const group of (await groups.all()).slice(1)) {
    await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowLeft') // wraps around to the other end
    await expect(group.getByRole('radio', { name: '5 stars', exact: true })).toBeChecked()
  }
  await page.getByLabel('Remarks', { exact: true }).fill('Two weeks early.')

  const sends = page.waitForResponse(async (response) => isScript(response) && hasSend(await response.text()))
  await page.reload()
  await (await sends).finished()
  await expect(groups.first().getByRole('radio', { name: '3.5 stars' })).toBeChecked()
  await expect(page.getByLabel('Remarks', { exact: true })).toHaveValue('Two weeks early.')
  await expect(page.getByLabel('My remarks may be shown publicly')).not.toBeChecked()
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Send my review' }).click()
  await expect(page.getByRole('alert')).toContainText('Nothing you typed is lost')
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(thanksHeading(page)).toBeFocused()
  await page.reload()
  await expect(thanksHeading(page)).toBeVisible()
  await expect(groups).toHaveCount(0)
  await takeScreenshots(page, 'survey-thanks')
})

test('shows an error if the script that sends the survey fails to load, and offers another try', async ({ page }) => {
  const { links } = await createPartner(page, 1)
  await page.route('**/assets/*.js', async (route) => {
    const response = await route.fetch()
    await (hasSend(await response.text()) ? route.abort() : route.fulfill({ response }))
  })
  await page.goto(links[0]!)
  for (const group of await page.getByRole('radiogroup').all()) await group.getByRole('radio', { name: '4 stars' }).check()
  await page.getByRole('button', { name: 'Send my review' }).click()
  await expect(page.getByRole('alert')).toContainText('Nothing you typed is lost')
  await expect(page.getByRole('button', { name: 'Try again' })).toBeEnabled()
})

test('an invalid link responds with 404 and says that it does not work', async ({ page }) => {
  const drawn = await page.goto('/review/none')
  expect(drawn?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'This link does not work' })).toBeVisible()
})

test('a visitor finds a company, reads how its score is calculated, and sends an enquiry', async ({ page }) => {
  const of = await createPartner(page, 3)
  await submitAnswer(page, of, of.links[0]!, 4.5, 'Complete papers, two weeks early.')
  await submitAnswer(page, of, of.links[1]!, 3, 'The telephone is hard to reach.')
  const mark = of.brand.split(' ').at(-2)!
  await page.goto('/xareview')
  await page.getByLabel('Company name').fill(mark.toUpperCase())
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(page).toHaveURL(/companyName=/)
  await expect(page.getByRole('listitem').filter({ hasText: of.brand })).toContainText('2 reviews')
  await expectAccessible(page)
  await takeScreenshots(page, 'partners')
  const [card] = [page.getByRole('listitem').filter({ hasText: of.brand })]
  const logo = await card.locator('span[aria-hidden="true"]').first().boundingBox()
  expect([logo?.width, logo?.height]).toEqual([128, 156])
  await page.getByLabel('Industry').selectOption('Franchise brands')
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(card).toHaveCount(0)
  await page.getByLabel('Industry').selectOption('Manufacturers')
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(page).toHaveURL(/industry=Manufacturers/)
  await expect(card).toContainText('Norway')
  await expectFoundByCountry(page, card)

  await page.getByRole('link', { name: of.brand }).click()
  await expect(page.getByRole('heading', { level: 1, name: of.brand })).toBeVisible()
  await expect(page.getByRole('img', { name: '3.8 out of 5 stars' }).first()).toBeVisible()
  await expect(page.getByText('All 2 answers count for the score.')).toBeVisible()
  await expect(testimonials(page).getByText('Maximiliane F.')).toHaveCount(2)
  await expect(page.getByRole('region', { name: 'All public remarks' }).getByText('Maximiliane F.')).toHaveCount(2)
  await expect(page.getByRole('complementary')).toContainText('Response rate67%')
  await expectAccessible(page)
  await takeScreenshots(page, 'trust')
  await expectContactFirst(page)
  await contactPartner(page)
})

/** On a phone the button that the page is for comes before its figures; on a wide screen it is beside them. */
const expectContactFirst = async (page: Page) => {
  const wide = page.viewportSize()!
  const contact = page.getByRole('region', { name: 'Work with' })
  const figures = page.getByRole('region', { name: 'All time and the last 12 months' })
  const boxes = async () => [(await contact.boundingBox())!, (await figures.boundingBox())!] as const
  const [beside, besideFigures] = await boxes()
  expect(beside.x).toBeGreaterThan(besideFigures.x + besideFigures.width)
  await page.setViewportSize({ width: 390, height: 844 })
  const [above, belowFigures] = await boxes()
  expect(above.y + above.height).toBeLessThan(belowFigures.y)
  await page.setViewportSize(wide)
}

/** In addition to the name and the industry that are already chosen. */
const expectFoundByCountry = async (page: Page, card: Locator) => {
  await page.getByLabel('Country').selectOption('Italy')
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(page.getByRole('heading', { name: /^No company in this selection matches/ })).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Country').selectOption('Norway')
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(page).toHaveURL(/companyName=.*&industry=Manufacturers&country=NO$/)
  await expect(card).toHaveCount(1)
  await page.goto(`${page.url()}&lang=de`)
  await expect(card).toContainText('Norwegen')
  await expect(page.getByLabel('Land').locator('option:checked')).toHaveText('Norwegen')
  await page.goto(page.url().replace('&lang=de', '').replace('country=NO', 'country=Atlantis'))
  await expect(page.getByLabel('Country')).toHaveValue('')
  await expect(card).toHaveCount(1)
}

const contactPartner = async (page: Page) => {
  await page.getByRole('button', { name: 'Contact this partner' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.click({ position: { x: 8, y: 8 } })
  await dialog.getByLabel('Name').fill('Greta Olsen')
  await dialog.getByLabel('Email').fill('greta@')
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect(dialog.getByLabel('Country')).toHaveAccessibleDescription(/./)
  await expect(dialog.getByLabel('Name')).toHaveValue('Greta Olsen')
  await expectAccessible(page)
  await takeScreenshots(page, 'contactPartner')
  await dialog.getByLabel('Country').selectOption('Norway')
  await dialog.getByLabel('Email').fill('greta@olsen.example')
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('alert')).toHaveText('SUCCESSThank you. We will be in touch shortly.')
  await expect(dialog).toHaveCount(0)
  await page.getByRole('button', { name: 'Contact this partner' }).click()
  await expect(dialog.getByLabel('Name')).toHaveValue('')
}

test('without JavaScript the pages show all their content', async ({ page, browser }) => {
  const of = await createPartner(page, 2)
  await submitAnswer(page, of, of.links[0]!, 3.5, 'Reliable, also at short notice.')
  const plain = await (await browser.newContext({ javaScriptEnabled: false })).newPage()
  await plain.goto('/xareview')
  await plain.getByLabel('Company name').fill(of.brand)
  await plain.getByLabel('Country').selectOption('Norway')
  await plain.getByRole('button', { name: 'Search' }).click()
  await plain.getByRole('link', { name: of.brand }).click()
  await expect(testimonials(plain).getByText('Reliable, also at short notice.')).toBeVisible()
  const about = JSON.parse((await plain.locator('script[type="application/ld+json"]').textContent()) ?? '') as object
  expect(about).toMatchObject({
    '@type': 'Organization',
    name: of.brand,
    aggregateRating: { ratingValue: 3.5, reviewCount: 1, bestRating: 5 },
  })
  await expect(plain.locator('link[rel="canonical"]')).toHaveAttribute('href', new RegExp(`/company/${of.ownerId}$`))
  const survey = await plain.goto(of.links[1]!)
  await expect(plain.getByRole('radio')).toHaveCount(50)
  await expect(plain.getByRole('button', { name: 'Send my review' })).toBeDisabled()
  expect(await survey?.text()).toMatch(/<noscript>[^<]*<p>[^<]*Please allow scripts/)
  await plain.context().close()
})

test('only the owner can open a hidden page, which says that visitors can’t see it', async ({ page, browser }) => {
  const brand = newName('Verborgen')
  const { user } = await signInNewUser(page, 'ROLE_PRO', { userCompanyName: brand })
  const stranger = await (await browser.newContext()).newPage()
  expect((await stranger.goto(`/company/${user.uniqueId}`))?.status()).toBe(404)
  await stranger.context().close()
  await page.goto(`/company/${user.uniqueId}`)
  await expect(page.getByRole('heading', { level: 1, name: brand })).toBeVisible()
  await expect(page.getByText('This is a preview: visitors cannot see this page.')).toBeVisible()
  await expect(page.getByText('No breakdown available')).toBeVisible()
  await expectAccessible(page)
})

test('the super admin removes an answer with a reason, and the score is the mean of the others', async ({ page }) => {
  const of = await createPartner(page, 2)
  await submitAnswer(page, of, of.links[0]!, 4, 'Fair and square.')
  await submitAnswer(page, of, of.links[1]!, 0.5, 'Words that nobody should read.')
  const answers = testimonials(page).getByRole('listitem').filter({ hasText: 'nobody should read' })
  const removes = answers.getByRole('button', { name: 'Remove this answer' })
  for (const enter of [() => page.goto('/'), () => signInWithCalls(page, admin)]) {
    await enter()
    await page.goto(`/company/${of.ownerId}`)
    await expect(answers).toBeVisible()
    await expect(removes).toHaveCount(0)
  }
  await signInWithCalls(page, superAdmin)
  await page.goto(`/company/${of.ownerId}`)
  await removes.click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Remove this answer' }).click()
  await expect(dialog.getByLabel('Reason')).toHaveAccessibleDescription('Reason is required')
  await dialog.getByLabel('Reason').fill('It insults a person.')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await removes.click()
  await expect(dialog.getByLabel('Reason')).toHaveValue('It insults a person.')
  await dialog.getByRole('button', { name: 'Remove this answer' }).click()
  await expect(answers).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'In customers’ words' })).toBeFocused()
  await expect(page.getByRole('img', { name: '4.0 out of 5 stars' }).first()).toBeVisible()
  await expect(page.getByRole('complementary')).toContainText('Answers removed1')
})
