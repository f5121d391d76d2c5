import { expect, type Page } from '@playwright/test'

interface Mail {
  subject: string
  text: string
  at: string
}

/** Returns the mails that were sent to this address, the newest first. */
export const mailsTo = async (page: Page, to: string) => {
  const answer = await page.request.get('/dev/mailbox', { params: { to }, headers: { accept: 'application/json' } })
  return (await answer.json()) as Mail[]
}

/** Returns the newest link with this path in a mail to this address, sent since `after`. */
export const linkMailedTo = async (page: Page, to: string, path: string, after: Date) => {
  const newest = async () => {
    const mail = (await mailsTo(page, to)).find(({ at, text }) => new Date(at) >= after && text.includes(path))
    return mail && new RegExp(`https?://[^/\\s]+(${path}\\S+)`).exec(mail.text)?.[1]
  }
  let link: string | undefined
  await expect.poll(async () => (link = await newest()), { timeout: 15_000, intervals: [50, 50, 100, 200, 500] }).toBeTruthy()
  return link ?? ''
}
