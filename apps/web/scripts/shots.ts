import { type Browser, chromium, type Locator, type Page } from '@playwright/test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { browserArgs, findBrowser } from '../../../scripts/browser.ts'

/**
 * Takes the pictures of the page Solutions, in light and dark, from an application with fresh demo data. Run it after the product has changed its
 * looks, with the address of the application: `node apps/web/scripts/shots.ts http://127.0.0.1:3000`.
 */
const site = process.argv[2] ?? 'http://127.0.0.1:3000'
const folder = join(import.meta.dirname, '../app/site/pages/shots')

/** A desk's window, which the page shows at two thirds of its size. */
const viewport = { width: 1080, height: 717 }
const size = { width: 720, height: 478 }
/** Legible, and as many bytes as a picture has always had. */
const QUALITY = 0.62

/** Milliseconds until what a page loads late, such as its bell, is there. */
const SETTLE = 2000

type Shot = (page: Page) => Promise<void>

const signIn = async (page: Page, emailAddress: string) => {
  await page.goto(`${site}/auth/login`)
  await page.getByRole('textbox', { name: 'Email' }).fill(emailAddress)
  await page.getByRole('textbox', { name: 'Password' }).fill(process.env['DEMO_PASSWORD'] ?? 'Tradewind-demo-1')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/user\//)
}

/** Scrolls so that an element is at the upper edge of the window. */
const scrollBelowEdge = (element: Locator) => element.evaluate((node) => window.scrollBy(0, node.getBoundingClientRect().top - 8))

const contact = {
  'First name': 'Karla',
  'Last name': 'Berg',
  Title: 'Export Manager',
  Email: 'karla.berg@berg.example',
  'Contact number': '+49 30 123456',
}

/** The answers of the assessment by area. */
const levels = [3, 2, 4, 2, 3, 3]

/** Takes the assessment with answers that differ by area. */
const takeAssessment: Shot = async (page) => {
  await page.goto(`${site}/self-assessment`)
  const dialog = page.getByRole('dialog')
  for (const [label, value] of Object.entries(contact)) await dialog.getByLabel(label).fill(value)
  await dialog.getByLabel('Country').selectOption({ label: 'Germany' })
  await dialog.getByRole('button', { name: 'Continue to the questions' }).click()
  await page.getByRole('radiogroup').first().waitFor()
  const questions = await page.getByRole('radiogroup').all()
  for (const [at, question] of questions.entries())
    await question
      .getByRole('radio')
      .nth(levels[Math.floor(at / 5)]! + (at % 5 === 0 ? 1 : 0))
      .check({ force: true })
  await page.getByRole('button', { name: 'Send my answers' }).click()
  await page.getByRole('link', { name: 'See your result now' }).click()
  await page.waitForURL(/self-assessment\/./)
  await page.locator('main table').first().waitFor()
}

const shots: Readonly<Record<string, Shot>> = {
  trust: async (page) => {
    await page.goto(`${site}/xareview`)
    await page.locator('main a[href*="/company/"]').first().click()
    await page.getByText('How this score comes about').first().waitFor()
  },
  readiness: async (page) => {
    await takeAssessment(page)
    await scrollBelowEdge(page.getByText('Overall').first())
  },
  documents: async (page) => {
    await signIn(page, 'pro@tradewind.test')
    await page.goto(`${site}/user/drive/my-drive`)
    await page.getByRole('link', { name: 'Clienti' }).waitFor()
  },
  training: async (page) => {
    await page.goto(`${site}/knowledgeCentre`)
    await scrollBelowEdge(page.getByRole('heading', { level: 1 }))
  },
  exchange: async (page) => {
    await signIn(page, 'free@tradewind.test')
    await page.goto(`${site}/user/drive/shared`)
    await page.getByRole('link', { name: 'Marchetti Valvole' }).click()
    await page.getByText('ISO 9001.pdf').waitFor()
  },
}

/** A PNG in the size of the page and its format, which the browser encodes. */
const toWebp = (page: Page, png: Buffer) =>
  page.evaluate(
    async ([data, { width, height }, quality]) => {
      const picture = await createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob())
      const canvas = Object.assign(document.createElement('canvas'), { width, height })
      const context = canvas.getContext('2d')!
      context.imageSmoothingQuality = 'high'
      context.drawImage(picture, 0, 0, width, height)
      return canvas.toDataURL('image/webp', quality).split(',')[1]!
    },
    [png.toString('base64'), size, QUALITY] as const,
  )

const take = async (browser: Browser, name: string, colorScheme: 'light' | 'dark') => {
  const context = await browser.newContext({
    viewport,
    deviceScaleFactor: 2,
    colorScheme,
    locale: 'en-GB',
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  await shots[name]!(page)
  await page.evaluate(() =>
    Promise.all([document.fonts.ready, ...[...document.images].map((image) => image.decode().catch(() => null))]),
  )
  await page.mouse.move(0, 0)
  await page.waitForTimeout(SETTLE)
  const png = await page.screenshot()
  const blank = await context.newPage()
  const webp = Buffer.from(await toWebp(blank, png), 'base64')
  writeFileSync(join(folder, `${name}-${colorScheme}.webp`), webp)
  console.log(`${name}-${colorScheme}: ${webp.length} bytes`)
  await context.close()
}

const browser = await chromium.launch({ executablePath: await findBrowser(), args: browserArgs })
for (const name of Object.keys(shots)) for (const scheme of ['light', 'dark'] as const) await take(browser, name, scheme)
await browser.close()
