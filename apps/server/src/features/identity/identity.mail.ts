import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import { type Database, tenantScope } from '#kit/database/database'
import { job, worker } from '#kit/jobs'
import type { Post } from '#services/mail/post'
import { userById } from './account.ts'
import { type AccessPurpose, linkTokens } from './identity.table.ts'
import type { Links } from './link/tokens.ts'

/** A letter with a link, or one that tells of something that was done. */
export const letterJob = job<{ tenantId: string; userId: string; linkId?: string; key: string }>({
  name: 'identity.letter',
  retries: 5,
  expires: 120,
})

interface Posting {
  db: Database
  links: Links
  post: Post
}

interface Words {
  subject: string
  paragraphs: readonly string[]
  button?: { label: string; path: string }
}

const words: Record<AccessPurpose | 'PASSWORD_CHANGED', Words> = {
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
  CONFIRM_ADDRESS: {
    subject: 'Confirm your address',
    paragraphs: [
      'You want to sign in with this address from now on. The link below is good for one day, and once.',
      'If it was not you, nothing has changed: leave this mail be.',
    ],
    button: { label: 'Confirm the address', path: 'verify' },
  },
  EXPORT: { subject: '', paragraphs: [] },
}

interface Errand {
  tenantId: string
  userId: string
  linkId?: string
}

/** Whom the letter is for and what link it carries. Nothing where tenant, user or link have ended since. */
const addressed = async ({ db }: Posting, { tenantId, userId, linkId }: Errand) => {
  const reader = db.as(tenantScope(tenantId))
  const user = await userById(reader, userId)
  if (!user || !linkId) return user && { user, link: undefined }
  const good = and(eq(linkTokens.uniqueId, linkId), isNull(linkTokens.usedAt), gt(linkTokens.expiresAt, sql`now()`))
  const [link] = await reader.select().from(linkTokens).where(good)
  return link && { user, link }
}

/** A new address is written to itself; all else goes to the one that holds. */
const addressOf = (link: typeof linkTokens.$inferSelect | undefined, holding: string) =>
  link?.purpose === 'CONFIRM_ADDRESS' ? link.subject : holding

/** Writes the letter that the job names. */
export const letterWorker = (posting: Posting) =>
  worker(letterJob, async ({ key, ...errand }) => {
    const found = await addressed(posting, errand)
    if (!found) return
    const { user, link } = found
    const { subject, paragraphs, button } = words[(link?.purpose as AccessPurpose | undefined) ?? 'PASSWORD_CHANGED']
    const token = link && posting.links.tokenOf(errand.tenantId, link.uniqueId)
    const address = addressOf(link, user.emailAddress)
    await posting.post(
      key,
      errand.tenantId,
      { address, language: user.language },
      {
        subject,
        paragraphs: ['Hello {name},', ...paragraphs],
        ...(button && { button: { label: button.label, path: `${button.path}/${token}` } }),
        footer: 'You get this mail because {address} has an account at {tenant}.',
        values: { name: user.firstName, address },
      },
    )
  })
