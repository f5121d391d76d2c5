import { and, eq, isNull } from 'drizzle-orm'
import { type Database, tenantScope } from '#kit/database/database'
import { job, worker } from '#kit/jobs'
import { write } from '#services/mail/letter'
import type { Mail } from '#services/mail/mail'
import type { Tenant, Tenants } from '../tenant/tenant.queries.ts'
import { users } from '../user/user.table.ts'
import { type LinkPurpose, linkTokens } from './identity.table.ts'
import type { Links } from './link/tokens.ts'

/** A letter with a link, or one that tells of something that was done. */
export const letterJob = job<{ tenantId: string; userId: string; linkId?: string; key: string }>({
  name: 'identity.letter',
  retries: 5,
  expires: 120,
})

interface Posting {
  db: Database
  mail: Mail
  links: Links
  tenants: Tenants
  /** Where a tenant's pages live, from settings. */
  originOf: (tenant: Tenant) => string
}

interface Words {
  subject: string
  paragraphs: readonly string[]
  button?: { label: string; path: string }
}

const words: Record<LinkPurpose | 'PASSWORD_CHANGED', Words> = {
  RESET_PASSWORD: {
    subject: 'Set a new password',
    paragraphs: [
      'You asked for a new password. The link below is good for one hour, and once.',
      'If it was not you, nothing has changed: leave this mail be.',
    ],
    button: { label: 'Set a new password', path: 'resetPassword' },
  },
  SET_PASSWORD: {
    subject: 'Welcome: choose your password',
    paragraphs: ['An account was opened for you. Choose a password to sign in. The link below is good for seven days, and once.'],
    button: { label: 'Choose a password', path: 'resetPassword' },
  },
  PASSWORD_CHANGED: {
    subject: 'Your password was changed',
    paragraphs: [
      'The password of your account was changed, and other sessions were ended.',
      'If it was not you, set a new one at once by “Forgot Password” on the sign-in page.',
    ],
  },
  EXPORT: { subject: '', paragraphs: [] },
}

/** Writes the letter that the job names. What was deleted, used or has expired since is not written about. */
export const letterWorker = ({ db, mail, links, tenants, originOf }: Posting) =>
  worker(letterJob, async ({ tenantId, userId, linkId, key }) => {
    const reader = db.as(tenantScope(tenantId))
    const tenant = await tenants.byId(tenantId)
    const [user] = await reader
      .select()
      .from(users)
      .where(and(eq(users.uniqueId, userId), isNull(users.deletedAt)))
    const [link] = linkId ? await reader.select().from(linkTokens).where(eq(linkTokens.uniqueId, linkId)) : []
    if (!tenant || tenant.deletedAt || !user || (linkId && (!link || link.usedAt))) return
    const { subject, paragraphs, button } = words[link?.purpose ?? 'PASSWORD_CHANGED']
    const url = link && button && `${originOf(tenant)}/${button.path}/${links.tokenOf(tenantId, link.uniqueId)}`
    const body = write({
      sender: tenant.fullName,
      title: subject,
      paragraphs: [`Hello ${user.firstName},`, ...paragraphs],
      ...(url ? { button: { label: button.label, url } } : {}),
      footer: `You get this mail because ${user.emailAddress} has an account at ${tenant.fullName}.`,
      language: 'en',
    })
    await mail.send(key, { to: user.emailAddress, subject: `${subject} · ${tenant.fullName}`, ...body })
  })
