import { expect, type Page } from '@playwright/test'
import type { Role } from '@tradewind/contract/roles'
import { takeScreenshots } from './kit/looks.ts'
import { test } from './kit/test.ts'
import { signInNewUser } from './kit/users.ts'

const file = { name: 'plan.txt', mimeType: 'text/plain', buffer: Buffer.from('A plan') }

const expectUploadWorks = async (page: Page) => {
  await page.getByLabel('Choose files').setInputFiles(file)
  await expect(page.getByRole('button', { name: 'Download plan.txt' })).toBeVisible()
  await takeScreenshots(page, 'drive-root')
}

const drivePaths: [Role, string][] = [
  ['ROLE_LEVEL1', '/crm/drive/my-drive'],
  ['ROLE_STARTER', '/user/drive/my-drive'],
]
for (const [role, drivePath] of drivePaths)
  test(`${role} is redirected from /drive to ${drivePath}, and can store files there`, async ({ page }) => {
    const { call } = await signInNewUser(page, role)
    await page.goto('/drive')
    await expect(page).toHaveURL(new RegExp(`${drivePath}$`))
    await expectUploadWorks(page)
    const folder = await call<{ uniqueId: string }>('POST', '/api/files/folder', { name: 'Fair' })
    await page.goto(`/drive/my-drive/${folder.uniqueId}`)
    await expect(page).toHaveURL(new RegExp(`${drivePath}/${folder.uniqueId}$`))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Fair')
    await page.goto('/drive/shared')
    await expect(page).toHaveURL(new RegExp(`${drivePath.replace('my-drive', 'shared')}$`))
  })

test('ROLE_FREE is redirected from /drive to what others share, and can’t store files', async ({ page }) => {
  const { call } = await signInNewUser(page, 'ROLE_FREE')
  await page.goto('/drive')
  await expect(page).toHaveURL(/\/user\/drive\/shared$/)
  await expect(page.getByText('Nobody shares with you yet')).toBeVisible()
  await expect(page.getByLabel('Choose files')).toHaveCount(0)
  await expect(call('POST', '/api/files/folder', { name: 'Fair' })).rejects.toThrow('403')
})
