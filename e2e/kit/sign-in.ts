import { expect, type Page } from '@playwright/test'
import type { Login } from '@tradewind/contract/platform/identity.contract'
import type { z } from 'zod'

const demoPassword = 'Tradewind-demo-1'

/** Signs an account in by the API, and leaves its session in the page as the app would. The next `goto` is theirs. */
export const signIn = async (page: Page, username: string, password = demoPassword) => {
  const answer = await page.request.post('/api/auth/login', { data: { username, password } })
  expect(answer.ok(), `${username} signs in`).toBe(true)
  const { data } = (await answer.json()) as { data: z.output<typeof Login> }
  const { accessToken, userId, tenant, roleList, permissionList } = data
  const session = {
    accessToken,
    userId,
    tenant,
    roleList: JSON.stringify(roleList),
    permissionList: JSON.stringify(permissionList),
  }
  await page.goto('/readyz') // the smallest page of this origin
  await page.evaluate((entries) => {
    for (const [key, value] of entries) localStorage.setItem(key, value)
  }, Object.entries(session))
  return data
}
