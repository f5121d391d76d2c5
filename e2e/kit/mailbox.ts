import { expect, type Page } from '@playwright/test'

interface Mail {
  to: string
  subject: string
  text: string
  at: string
}

/** The mails that somebody was sent, the newest first. */
export const mailedTo = async (page: Page, to: string) => {
  const answer = await page.request.get('/dev/mailbox', { headers: { accept: 'application/json' } })
  return ((await answer.json()) as Mail[]).filter((mail) => mail.to === to)
}

/** The newest link with this path in a mail to somebody, sent since `after`. */
export const linkMailedTo = async (page: Page, to: string, path: string, after: Date) => {
  const newest = async () => {
    const mail = (await mailedTo(page, to)).find(({ at, text }) => new Date(at) >= after && text.includes(path))
    return mail && new RegExp(`https?://[^/\\s]+(${path}\\S+)`).exec(mail.text)?.[1]
  }
  await expect.poll(newest, { timeout: 15_000 }).toBeTruthy()
  return (await newest()) ?? ''
}
