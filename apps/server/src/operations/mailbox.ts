import { say } from '@tradewind/contract/kit/say'
import type { FastifyInstance } from 'fastify'
import { notFound } from '#kit/errors'
import type { Mail, StoredMail } from '#services/mail'

const escaped = (text: string) => text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)

const calendarPart = ({ calendar }: Pick<StoredMail, 'calendar'>) =>
  calendar
    ? `<details><summary>Calendar: ${escaped(calendar.method)}</summary><pre>${escaped(calendar.text)}</pre></details>`
    : ''

const article = ({ to, subject, at, text, ...kept }: StoredMail) => `<article>
<h2>${escaped(subject)}</h2>
<p class="facts">to ${escaped(to)} · <time>${escaped(at)}</time></p>
<pre>${escaped(text).replace(/https?:\/\/[^\s<]+/g, (url) => `<a href="${url}">${url}</a>`)}</pre>${calendarPart(kept)}
</article>`

const page = (
  mails: readonly StoredMail[],
) => `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex"><title>Mailbox</title>
<style>:root{color-scheme:light dark;--line:#d5dbe5}body{font:16px/1.6 system-ui,sans-serif;max-width:720px;margin:0 auto;padding:32px 16px}
article{border-top:1px solid var(--line);padding:24px 0}h2{margin:0;font-size:18px}.facts{margin:4px 0 12px;opacity:.8}pre{white-space:pre-wrap;overflow-wrap:anywhere;font:inherit}</style>
</head><body><h1>Mailbox</h1><p>An evaluation sends no mail: what it would send is kept here, the latest first.</p>
${mails.map(article).join('\n') || '<p>No mail yet.</p>'}</body></html>`

/** Whether the host name resolves only to this machine. Protects against DNS rebinding: requests with another Host are rejected. */
const isLocal = (host: string | undefined) => /^((.+\.)?localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i.test(host ?? '')

/** The mails of an evaluation as a page, or as JSON if requested; `?to=` selects those to one address. Only where mails are stored instead of sent. */
export const mountMailbox = (app: FastifyInstance, { mailbox }: Mail) => {
  if (!mailbox) return
  app.get<{ Querystring: { to?: string } }>('/dev/mailbox', async (request, reply) => {
    if (!isLocal(request.raw.headers.host)) throw notFound(say('Page not found'))
    const mails = await mailbox(request.query.to)
    reply.header('cache-control', 'no-store').header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'")
    if (request.headers.accept?.includes('application/json')) return reply.send(mails)
    return reply.type('text/html; charset=utf-8').send(page(mails))
  })
}
