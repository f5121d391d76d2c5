import { type BrowserContext, chromium, expect, type Page } from '@playwright/test'
import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { browserArgs } from '../scripts/browser.ts'
import { root } from '../scripts/run.ts'
import { admin, type Caller, newCompany, newMark, signInWithCalls } from './kit/api.ts'
import { expectAccessible, takeScreenshots } from './kit/looks.ts'
import { test } from './kit/test.ts'

const { encodeQR } = createRequire(join(root, 'apps/web/package.json'))('qr') as {
  encodeQR: (text: string, output: 'gif', options: { scale: number }) => Uint8Array
}

const waitUntilCached = (page: Page) => expect(page.getByText('This page opens without a connection.')).toBeVisible()
const rows = (page: Page) => page.getByRole('listitem')

const chooseOption = async (page: Page, label: RegExp, name: string) => {
  const box = page.getByRole('combobox', { name: label })
  await box.fill(name)
  await page.getByRole('option', { name, exact: true }).click()
}

const addContact = async (page: Page, lastName: string, company: string) => {
  await page.getByRole('button', { name: 'New contact' }).click()
  await page.getByLabel('First Name').fill('Ada')
  await page.getByLabel('Last Name').fill(lastName)
  await chooseOption(page, /Company/, company)
  await page.getByLabel('Title').fill('Buyer')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(rows(page).filter({ hasText: lastName })).toContainText('Waiting for a connection')
}

const addReport = async (page: Page, company: string, contact: string, text: string) => {
  await page.getByRole('button', { name: 'New Report' }).click()
  await chooseOption(page, /Company/, company)
  await chooseOption(page, /Attendees/, contact)
  await page.getByLabel('What was said').fill(text)
  await page.getByRole('button', { name: 'Add a task' }).click()
  await page.getByLabel('Todo').fill(`Call because of ${text}`)
  await page.getByLabel('By When').fill('31-12-2026')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Fair mode' })).toBeVisible()
}

const totalCount = async (call: Caller, path: string) => (await call<object[]>('GET', `${path}&page=0&size=100`)).length

test('twenty entries made offline survive reloads and browser restarts, and each is sent exactly once', async ({ baseURL }) => {
  test.slow()
  const folder = mkdtempSync(join(tmpdir(), 'fair-'))
  const launch = () =>
    chromium.launchPersistentContext(folder, {
      executablePath: process.env.CHROMIUM_PATH!,
      args: browserArgs,
      baseURL: baseURL!,
      viewport: { width: 390, height: 844 },
      reducedMotion: 'reduce',
    })
  let context: BrowserContext = await launch()
  try {
    let page = context.pages()[0] ?? (await context.newPage())
    const call = await signInWithCalls(page, admin)
    const [mark, company] = [newMark(), await newCompany(call)]
    await page.goto('/fair')
    await waitUntilCached(page)
    await expectAccessible(page)
    await takeScreenshots(page, 'fair-empty')
    for (let number = 0; number < 10; number++) {
      await context.setOffline(true)
      await addContact(page, `${mark}${number}`, company.legalName!)
      await page.reload()
      await expect(rows(page).filter({ hasText: `${mark}${number}` })).toBeVisible()
      await addReport(page, company.legalName!, `Ada ${mark}${number}`, `${mark} said ${number}`)
      if (number % 3 !== 2) continue
      // The browser is closed, and started again while there is still no connection.
      await context.close()
      context = await launch()
      await context.setOffline(true)
      page = context.pages()[0] ?? (await context.newPage())
      await page.goto('/fair')
      await expect(rows(page)).toHaveCount((number + 1) * 2)
    }
    await takeScreenshots(page, 'fair-waiting')
    await expect(page.getByText('20 to be sent')).toBeVisible()
    await context.setOffline(false)
    await expect(page.getByText(/\. 0 to be sent/)).toBeVisible({ timeout: 60_000 })
    await expect(rows(page).filter({ hasText: 'Sent' })).toHaveCount(20)
    const again = await signInWithCalls(page, admin)
    expect(await totalCount(again, `/api/contact/?lastName=${mark}`)).toBe(10)
    expect(await totalCount(again, `/api/summary/?q=${mark}`)).toBe(10)
    expect(await totalCount(again, `/api/nextSteps/?todo=${mark}`)).toBe(10)
  } finally {
    await context.close()
    rmSync(folder, { recursive: true, force: true })
  }
})

test('scans a contact from a QR code, resolves a company name conflict, and attaches the photo', async ({ page, context }) => {
  const call = await signInWithCalls(page, admin)
  const mark = newMark()
  await page.goto('/fair')
  await waitUntilCached(page)
  // After the page has read the companies: it does not know this one.
  const company = await newCompany(call, `Fair ${newMark()}`)
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Scan a card' }).click()
  const card = [
    'BEGIN:VCARD',
    'VERSION:3.0',
    `N:${mark};Änne`,
    'TITLE:Buyer',
    'ORG:Other name',
    'URL:other.example',
    'END:VCARD',
  ].join('\n')
  const buffer = Buffer.from(encodeQR(card, 'gif', { scale: 6 }))
  await page.getByLabel('Photo of the card').setInputFiles({ name: 'card.gif', mimeType: 'image/gif', buffer })
  await expect(page.getByLabel('Last Name')).toHaveValue(mark)
  await expect(page.getByRole('img', { name: 'Photo of the card' })).toBeVisible()
  await page.getByLabel('Legal Name').fill(company.legalName!)
  await chooseOption(page, /Country/, 'Norway')
  await chooseOption(page, /Company Types/, 'Association')
  await page.keyboard.press('Escape')
  await page.getByLabel('Number').focus()
  await expectAccessible(page)
  await takeScreenshots(page, 'fair-contact')
  await page.getByRole('button', { name: 'Save' }).click()
  await context.setOffline(false)
  await expect(page.getByText('Needs you')).toBeVisible()
  await expect(rows(page).getByRole('alert')).toHaveText(`There is already a company “${company.legalName!}”`)
  await takeScreenshots(page, 'fair-refused')
  await page.getByRole('button', { name: `Use the existing “${company.legalName!}”` }).click()
  await expect(rows(page).filter({ hasText: mark })).toContainText('Sent')
  const [contact] = await call<{ uniqueId: string; company: { uniqueId: string } }[]>(
    'GET',
    `/api/contact/?lastName=${mark}&page=0&size=10`,
  )
  expect(contact!.company.uniqueId).toBe(company.uniqueId)
  expect(await totalCount(call, `/api/attachment/?kind=contact&record=${contact!.uniqueId}`)).toBe(1)
})

const storedLocally = (page: Page) =>
  page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open('offline')
      request.addEventListener('success', () => resolve(request.result))
    })
    const read = (what: 'getAllKeys' | 'getAll') =>
      new Promise<unknown[]>((resolve) => {
        const request = database.transaction('kept').objectStore('kept')[what]()
        request.addEventListener('success', () => resolve(request.result))
      })
    const [names, values] = [await read('getAllKeys'), await read('getAll')]
    database.close()
    const text = values.map((value) =>
      typeof value === 'string' ? value : new TextDecoder().decode((value as { bytes: ArrayBuffer }).bytes),
    )
    return { names: names.map(String), text: text.join(' '), caches: (await caches.keys()).length }
  })

test('offline data is encrypted; signing out asks about unsent entries and then deletes all data', async ({ page, context }) => {
  const call = await signInWithCalls(page, admin)
  const [mark, company] = [newMark(), await newCompany(call)]
  await page.goto('/fair')
  await waitUntilCached(page)
  await context.setOffline(true)
  await addContact(page, mark, company.legalName!)
  const kept = await storedLocally(page)
  expect(kept.names.filter((name) => name.includes(' piece '))).toHaveLength(1)
  expect(kept.text).not.toContain(mark)
  expect(kept.text).not.toContain(company.legalName)
  await context.setOffline(false)
  await expect(rows(page).filter({ hasText: mark })).toContainText('Sent')
  await page.getByRole('button', { name: 'New contact' }).click()
  await page.getByLabel('First Name').fill(`Draft ${mark}`)
  await page.goto('/crm/company/list')
  await logOut(page)
  await expect(page.getByText('1 entry has not been sent yet.')).toBeVisible()
  await page.getByRole('button', { name: 'Log out without sending' }).click()
  await expect(page).toHaveURL('/')
  const left = await storedLocally(page)
  expect([left.names, left.caches]).toEqual([['device'], 0])
})

const logOut = async (page: Page) => {
  await page.getByRole('button', { name: 'Welcome,' }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
}

test('entries are sent on other pages as soon as there is a connection, once however many are open, which say so', async ({
  page,
  context,
}) => {
  const call = await signInWithCalls(page, admin)
  const [mark, company, other] = [newMark(), await newCompany(call), await context.newPage()]
  await page.goto('/fair')
  await waitUntilCached(page)
  await other.goto('/crm/dashboard')
  await context.setOffline(true)
  await addContact(page, `${mark}1`, company.legalName!)
  await context.setOffline(false)
  await expect(rows(page).filter({ hasText: `${mark}1` })).toContainText('Sent')
  await expect(other.getByText(/fair mode (is|are) not sent yet/)).toHaveCount(0)
  await other.close()
  await context.setOffline(true)
  await addContact(page, `${mark}2`, company.legalName!)
  await page.goto('about:blank') // the page of fair mode would send it itself
  await context.setOffline(false)
  await page.goto('/crm/dashboard')
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: `Ada ${mark}2` })).toBeVisible()
  expect(await totalCount(call, `/api/contact/?lastName=${mark}`)).toBe(2)
})

test('without a connection, Logout asks about unsent entries, covers the page, and the server ends the session later', async ({
  page,
  context,
}) => {
  const call = await signInWithCalls(page, admin)
  const company = await newCompany(call)
  await page.goto('/fair')
  await waitUntilCached(page)
  await page.getByRole('button', { name: 'New contact' }).click()
  await page.getByLabel('First Name').fill(`Draft ${newMark()}`)
  // A page loads the dialog where something is not sent.
  const dialog = page.waitForResponse((response) => /assets\/dialogs-/.test(response.url()))
  await page.goto(`/crm/company/show/${company.uniqueId}`)
  await page.evaluate((script) => import(script), (await dialog).url())
  await page.getByRole('button', { name: 'Welcome,' }).click()
  await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeVisible()
  await page.keyboard.press('Escape')
  await context.setOffline(true)
  await logOut(page)
  await page.getByRole('button', { name: 'Stay logged in' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect((await storedLocally(page)).names.filter((name) => name.includes(' piece '))).toHaveLength(1)
  const token = await page.evaluate(() => localStorage.getItem('accessToken'))
  await logOut(page)
  await page.getByRole('button', { name: 'Log out without sending' }).click()
  await expect(page.getByRole('alertdialog', { name: 'You are logged out on this device' })).toBeVisible()
  await expectAccessible(page)
  await takeScreenshots(page, 'fair-logged-out')
  expect(await page.evaluate(() => localStorage.length)).toBe(0)
  const left = await storedLocally(page)
  expect([left.names, left.caches]).toEqual([['device'], 0])
  await context.setOffline(false)
  await expect(page).toHaveURL('/')
  const answer = await page.request.get('/api/auth/account', { headers: { Authorization: `Bearer ${token}` } })
  expect(answer.status()).toBe(401)
})
