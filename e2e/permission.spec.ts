import { expect } from '@playwright/test'
import { admin, signInWithCalls } from './kit/api.ts'
import { expectAccessible, takeScreenshots } from './kit/looks.ts'
import { navigateTo } from './kit/navigate.ts'
import { test } from './kit/test.ts'
import { newUser, superAdmin } from './kit/users.ts'

test('grants permissions in the dialog, shows them as selected, and revokes them from the list', async ({ page }) => {
  const call = await signInWithCalls(page, admin)
  const { uniqueId } = await newUser(call, 'ROLE_LEVEL3')
  await page.goto(`/crm/show/${uniqueId}`)
  await expect(page.getByText('Info! No permission is assigned yet.')).toBeVisible()
  const configure = page.getByRole('button', { name: 'Permission Configuration' })
  await configure.click()
  const dialog = page.getByRole('dialog', { name: 'Permission Configuration' })
  await expect(dialog.getByRole('checkbox', { name: 'Content and leads' })).toHaveCount(0) // only the super admin may grant it
  await dialog.getByRole('checkbox', { name: 'Export lists' }).check()
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('The permissions were saved.')).toBeVisible()
  await expect(page.getByRole('table', { name: 'Permissions' }).getByRole('row', { name: /Export lists/ })).toBeVisible()
  await configure.click()
  await expect(dialog.getByRole('checkbox', { name: 'Export lists' })).toBeChecked()
  await expect(dialog.getByRole('checkbox', { name: 'Export lists' })).toBeDisabled()
  await page.keyboard.press('Escape')
  await expect(configure).toBeFocused()
  await page.getByRole('button', { name: 'Revoke: Export lists' }).click()
  await page.getByRole('button', { name: 'Yes, revoke it' }).click()
  await expect(page.getByText('Info! No permission is assigned yet.')).toBeVisible()
})

test('the super admin edits the catalogue of permissions; a permission in use can’t be deleted', async ({ page }) => {
  const call = await signInWithCalls(page, superAdmin)
  const key = `SAMPLE_${Date.now()}`
  await page.goto('/superAdmin/permission/list')
  await page.getByRole('link', { name: 'New permission' }).click()
  await page.getByLabel('Key').fill('no key')
  await page.getByLabel('Name').fill(key.toLowerCase())
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByLabel('Key')).toHaveAccessibleDescription(/Capital letters, digits and underscores/)
  await page.getByLabel('Key').fill(key)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The permission was created.')).toBeVisible()
  await page.getByRole('link', { name: key.toLowerCase() }).click()
  await page.getByLabel('Name').fill(`Sample ${key}`)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The permission was saved.')).toBeVisible()

  const catalogue = await call<{ uniqueId: string; key: string }[]>('GET', '/api/permission/')
  const { uniqueId: userUID } = await newUser(call, 'ROLE_ADMIN')
  const permissionStateList = [catalogue.find((one) => one.key === key)!.uniqueId]
  const [held] = await call<{ uniqueId: string }[]>('POST', '/api/userPermission/', { userUID, permissionStateList })
  const remove = async () => {
    await page.getByRole('button', { name: `Actions for Sample ${key}` }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Yes, delete it!' }).click()
  }
  await remove()
  await expect(page.getByRole('alert').filter({ hasText: 'was not deleted' })).toContainText('1 user has this permission')
  await call('DELETE', `/api/userPermission/${held!.uniqueId}`)
  await remove()
  await expect(page.getByText('Deleted Successfully!')).toBeVisible()
  await expect(page.getByRole('link', { name: `Sample ${key}` })).toHaveCount(0)
})

test('the catalogue of permissions is accessible', async ({ page }) => {
  test.slow()
  await signInWithCalls(page, superAdmin)
  await page.goto('/superAdmin/permission/list')
  await expect(page.getByRole('table', { name: 'Permissions' })).toBeVisible()
  await takeScreenshots(page, 'permission-list')
  await expectAccessible(page)
  await navigateTo(page, '/superAdmin/permission/create')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await takeScreenshots(page, 'permission-form')
  await expectAccessible(page)
})
