import { expect, type Locator, type Page } from '@playwright/test'
import { admin, companyListPath, newCompany, newMark, signInWithCalls } from './kit/api.ts'
import { test } from './kit/test.ts'
import { superAdmin } from './kit/users.ts'

/** Opens a dialog from a row's menu and closes it: the focus returns to the menu's button. */
const expectFocusReturns = async (page: Page, name: string, entry: string, dialog: string) => {
  const button = page.getByRole('button', { name: `Actions for ${name}` })
  await button.click()
  await page.getByRole('menuitem', { name: entry, exact: true }).click()
  const opened = page.getByRole('dialog', { name: dialog })
  await expect(opened).toBeVisible()
  await expect.poll(() => opened.evaluate((element) => element.contains(document.activeElement))).toBe(true)
  await page.keyboard.press('Escape')
  await expect(opened).toHaveCount(0)
  await expect(button, `after ${dialog}`).toBeFocused()
}

for (const reducedMotion of ['reduce', 'no-preference'] as const) {
  test.describe(`prefers-reduced-motion: ${reducedMotion}`, () => {
    test.use({ contextOptions: { reducedMotion } })

    test('a dialog opened from a record’s menu returns the focus to the menu button each time', async ({ page }) => {
      const company = await newCompany(await signInWithCalls(page, admin))
      const name = company.legalName!
      await page.goto(companyListPath(name))
      for (const [entry, dialog] of [
        ['View All Contacts', `Contacts of ${name}`], // fetched on opening
        ['Delete', 'Are you sure?'],
        ['View All Contacts', `Contacts of ${name}`],
        ['Delete', 'Are you sure?'],
      ] as const)
        await expectFocusReturns(page, name, entry, dialog)
    })

    test('dialogs of a tenant and of a folder return the focus to the menu button each time', async ({ page }) => {
      await signInWithCalls(page, superAdmin)
      await page.goto('/superAdmin/tenant/list')
      const button = page.getByRole('button', { name: /^Actions for/ }).first()
      const tenant = (await button.getAttribute('aria-label'))!.replace('Actions for ', '')
      for (let times = 0; times < 2; times++) await expectFocusReturns(page, tenant, 'Delete Permanently', 'Delete Permanently')

      const folder = `Papers ${newMark()}`
      const call = await signInWithCalls(page, 'pro@tradewind.test')
      const above = await call('POST', '/api/files/folder', { name: `All ${folder}` })
      await call('POST', '/api/files/folder', { name: folder, parentId: above.uniqueId })
      await page.goto(`/user/drive/my-drive/${above.uniqueId}`)
      for (const [entry, dialog] of [
        ['Rename', 'Rename'],
        ['Details', 'Details'],
        ['Rename', 'Rename'],
      ] as const)
        await expectFocusReturns(page, folder, entry, dialog)
    })
  })
}

const boxOf = async (part: Locator) => (await part.boundingBox())!

for (const [width, height] of [
  [1280, 800],
  [320, 844], // its message has two lines
] as const)
  test(`a message covers neither the title of the page, nor the title and the buttons of a tall dialog at ${width} px, and does not move it`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height })
    const name = `Aurora Trading and Shipping Company of the Northern Ports ${newMark()}`
    const company = await newCompany(await signInWithCalls(page, admin), name)
    await page.goto(companyListPath(company.legalName!))
    await page.getByRole('button', { name: `Actions for ${name}` }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Yes, delete it!' }).click()
    const undo = page.getByRole('button', { name: 'Undo' })
    await undo.hover() // the message stays
    const [shown, heading] = [page.locator('.mantine-Notification-root'), page.getByRole('heading', { level: 1 })]
    const isAbove = async () => (await boxOf(shown)).y + (await boxOf(shown)).height <= (await boxOf(heading)).y
    await expect.poll(isAbove).toBe(true)
    await page.keyboard.press('?')
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await expect(dialog).toBeVisible()
    await expect(undo).toBeVisible()
    await expect
      .poll(async () => {
        const [message, title, close] = [
          await boxOf(shown),
          await boxOf(dialog.getByRole('heading', { name: 'Keyboard shortcuts' })),
          await boxOf(dialog.getByRole('button', { name: 'Close' })),
        ]
        return message.y + message.height <= Math.min(title.y, close.y)
      })
      .toBe(true)
    const box = await boxOf(dialog)
    expect(box.y + box.height).toBeLessThanOrEqual(height)
    // Nor does it move the dialog when it goes.
    await shown.getByRole('button', { name: 'Close' }).click()
    await expect(shown).toHaveCount(0)
    expect(await boxOf(dialog)).toEqual(box)
  })
