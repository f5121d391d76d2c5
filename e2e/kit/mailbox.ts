import { expect, type Page } from '@playwright/test'

interface Mail {
  to: string
  text: string
  at: string
}

/** The newest link with this path in a mail to somebody, sent since `after`. */
export const linkMailedTo = async (page: Page, to: string, path: string, after: Date) => {
  const newest = async () => {
    const answer = await page.request.get('/dev/mailbox', { headers: { accept: 'application/json' } })
    const mails = (await answer.json()) as Mail[]
    const mail = mails.find((one) => one.to === to && new Date(one.at) >= after && one.text.includes(path))
    return mail && new RegExp(`https?://[^/\\s]+(${path}\\S+)`).exec(mail.text)?.[1]
  }
  await expect.poll(newest, { timeout: 15_000 }).toBeTruthy()
  return (await newest()) ?? ''
}
