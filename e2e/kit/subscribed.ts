import type { Page } from '@playwright/test'

/** Opens a page that receives others' changes from the start. */
export const openSubscribed = async (page: Page, address: string) => {
  const subscribed = page
    .waitForEvent('websocket', (socket) => socket.url().endsWith('/ws'))
    .then((socket) => socket.waitForEvent('framereceived', ({ payload }) => payload.toString().startsWith('RECEIPT')))
  await page.goto(address)
  await subscribed
}
