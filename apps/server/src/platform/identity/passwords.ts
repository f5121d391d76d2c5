import type { Language } from '@tradewind/contract/kit/language'
import { say, type Sentence } from '@tradewind/contract/kit/say'
import { and, count, eq, gt, sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type Database, tenantScope, type Tx } from '#kit/database/database'
import { fold } from '#kit/database/list'
import { checkAll, invalid, Refusal } from '#kit/errors'
import { type ManualContext, manualTransaction, type RequestContext } from '#kit/http/context'
import { job, type Jobs, worker } from '#kit/jobs'
import { audit } from '#kit/record/audit'
import { accessPurposes, linkTokens } from '#platform/schema/identity.table'
import { users } from '#platform/schema/user.table'
import type { Tenants } from '#platform/tenant.queries'
import type { TenantSettings } from '#platform/tenantSetting.queries'
import { checkLimitForVerified } from '#platform/user/user.queries'
import { preferredLanguage } from '#services/language'
import { lockUser, ownUser, userByAddress, userById } from './account.ts'
import { letterJob } from './identity.mail.ts'
import type { Links } from './links.queries.ts'
import { actorOf, endSessions, loadActor, rememberOnlyNetwork } from './sessions.ts'
import { hashPassword, lockProven, passwordProof, signIn } from './signing.ts'
import { countTry, networkLimits } from './throttle.queries.ts'
import { endLinks, readLink, tenantOfToken, useLink } from './tokens.ts'

/** Common passwords of 12 characters and more, lower case: shorter ones are rejected by their length. */
let commonPasswords: Set<string> | undefined
const isCommon = (password: string) => {
  commonPasswords ??= new Set(readFileSync(new URL('common-passwords.txt', import.meta.url), 'utf8').split('\n'))
  return commonPasswords.has(password.toLowerCase())
}

/** The user who is to have the password: a password similar to these words is guessed first. */
interface Owner {
  firstName: string
  lastName: string
  emailAddress: string
  tenantName: string
}

const lettersAndDigits = (text: string) => fold(text).replace(/[^\p{L}\p{N}]/gu, '')

/** The word that makes up so much of the password that the remaining characters are easily guessed. */
const findSimilarWord = (password: string, { firstName, lastName, emailAddress, tenantName }: Owner) => {
  const plain = lettersAndDigits(password)
  const [local = '', domain = ''] = emailAddress.split('@')
  const words: [Sentence, string][] = [
    [say('your name'), firstName + lastName],
    [say('your name'), firstName],
    [say('your name'), lastName],
    [say('your email address'), local],
    [say('your email address'), domain.split('.')[0]!],
    [say('the name of your tenant'), tenantName],
    [say('the name of this site'), 'tradewind'],
  ]
  return words.find(([, word]) => {
    const letters = lettersAndDigits(word)
    return letters.length >= 4 && plain.includes(letters) && plain.replaceAll(letters, '').length < 8
  })?.[0]
}

/** The message for what is wrong with the password. Length counts characters after NFC. */
const faultOf = (password: string, owner: Owner) => {
  const { length } = Array.from(password.normalize('NFC'))
  if (length < 12) return say('Use at least 12 characters')
  if (length > 128) return say('Use at most 128 characters')
  if (isCommon(password)) return say('This password is among the most common ones')
  if (new Set(password).size < 4) return say('This password uses too few different characters')
  const similar = findSimilarWord(password, owner)
  return similar && say('This password is too similar to {what}', { what: similar })
}

/** Rejects a password that is too long to process, before anything else is done with it. */
const checkPasswordLength = (password: string) => {
  if (password.length > 1024) throw invalid({ password: say('Use at most 128 characters') })
}

/** Rejects a weak password with the reason. */
export const checkPassword = (password: string, owner: Owner) => {
  const fault = faultOf(password, owner)
  if (fault) throw invalid({ password: fault })
}

type User = typeof users.$inferSelect

interface Needs {
  db: Database
  jobs: Jobs
  tenants: Tenants
  settings: TenantSettings
  /** Runs when a user has verified an address. */
  onAddressProved: (tx: Tx, user: User) => Promise<void>
}

interface Change {
  currentPassword: string
  password: string
  confirmPassword: string
}
interface Reset {
  token: string
  password: string
  confirmPassword: string
}

const INVALID_LINK = say('This link is no longer valid. Please ask for a new one.')
const invalidLink = () => invalid({ token: INVALID_LINK }, INVALID_LINK)

const requireStrong = async (tenants: Tenants, user: User, password: string) => {
  const tenant = await tenants.byId(user.tenantId)
  checkPassword(password, { ...user, tenantName: tenant?.fullName ?? '' })
}

const requireRepeated = ({ password, confirmPassword }: { password: string; confirmPassword: string }) => {
  if (password !== confirmPassword) throw invalid({ confirmPassword: say('Passwords do not match') })
}

/**
 * Saves the password, ends sessions (all, or all but one) and all links and tickets of the user, and writes the audit trail. The user gets a mail,
 * unless this is their first password.
 */
const savePassword = async (
  jobs: Jobs,
  tx: Tx,
  context: RequestContext,
  user: User,
  { passwordHash, exceptSessionId }: { passwordHash: string; exceptSessionId?: string | undefined },
) => {
  const { tenantId, uniqueId: userId } = user
  const verifiedNow = sql`coalesce(${users.verifiedAt}, ${new Date().toISOString()}::timestamptz)`
  await tx.update(users).set({ passwordHash, verifiedAt: verifiedNow }).where(eq(users.uniqueId, userId))
  await endSessions(tx, tenantId, userId, exceptSessionId ? { exceptSessionId } : {})
  await endLinks(tx, userId, accessPurposes)
  await rememberOnlyNetwork(tx, userId, context.ip)
  if (user.passwordHash !== null) await jobs.send(tx, letterJob, { tenantId, userId, key: randomUUID() })
  const actor = actorOf(user, [])
  const changes = { password: { before: null, after: null } }
  await audit({ ...context, actor, tx }, { action: 'CHANGED', kind: 'user', recordId: userId, title: actor.fullName, changes })
}

/** The link by which a password may be set, and its user: a requested one, or that of a new account. */
const findPasswordLink = async (db: Database, token: string, tenantId: string) => {
  const reader = db.as(tenantScope(tenantId))
  const link = (await readLink(reader, token, 'RESET_PASSWORD')) ?? (await readLink(reader, token, 'SET_PASSWORD'))
  const user = link && (await userById(reader, link.userId))
  if (!user) throw invalidLink()
  return { link, user }
}

/** Changing a password, and setting one by a link. */
export const passwordHandlers = ({ db, jobs, tenants, settings, onAddressProved }: Needs) => ({
  changePassword: manualTransaction(async ({ currentPassword, ...chosen }: Change, context: ManualContext) => {
    const { password } = chosen
    checkPasswordLength(password)
    const [proven] = await checkAll(
      async () => {
        const user = await passwordProof(db)(context, { currentPassword })
        if (password === currentPassword) throw invalid({ password: say('This is your current password') })
        return user
      },
      async () => requireStrong(tenants, await ownUser(context.db, context), password),
      () => requireRepeated(chosen),
    )
    const passwordHash = await hashPassword(password)
    await context.write(async ({ tx }) => {
      const user = await lockProven(tx, proven, 'currentPassword')
      await savePassword(jobs, tx, context, user, { passwordHash, exceptSessionId: context.sessionId })
    })
    return {}
  }),

  resetPassword: manualTransaction(async ({ token, ...chosen }: Reset, context: ManualContext) => {
    const { password } = chosen
    if (!token || !password || !chosen.confirmPassword) throw invalid({}, say('All fields are required!'))
    checkPasswordLength(password)
    const tenantId = tenantOfToken(token) ?? context.scope.tenantId
    const { link, user: found } = await findPasswordLink(db, token, tenantId)
    await checkAll(
      () => requireStrong(tenants, found, password),
      () => requireRepeated(chosen),
    )
    const passwordHash = await hashPassword(password)
    return db.write({ tenantId, partitionId: actorOf(found, []).partitionId }, async (tx) => {
      const user = await lockUser(tx, found.uniqueId) // before the link: whoever ends an account locks the two in this order, too
      if (!user || !(await useLink(tx, token, link.purpose))) throw invalidLink()
      await checkLimitForVerified(tx, user, (await settings.of(tenantId)).MAX_USERS)
      await onAddressProved(tx, user)
      await savePassword(jobs, tx, context, user, { passwordHash })
      return link.purpose === 'SET_PASSWORD' ? { signedIn: await signIn(tx, context, await loadActor(tx, user)) } : {}
    })
  }),

  passwordLink: async ({ token }: { token: string }) => {
    const tenantId = tenantOfToken(token)
    const link = tenantId && (await readLink(db.as(tenantScope(tenantId)), token, 'SET_PASSWORD'))
    return { isFirst: Boolean(link) }
  },
})

interface ForgottenNeeds {
  db: Database
  jobs: Jobs
  links: Links
}

/** Looks up the address after the reply was sent: known or unknown, it takes the same time. */
const forgottenJob = job<{ tenantId: string; address: string; linkId: string; language: Language | null }>({
  name: 'identity.forgotten',
  retries: 5,
  expires: 60,
})
const RESETS_PER_HOUR = 3

const resetsThisHour = async (tx: Tx, userId: string) => {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${userId}, 2))`)
  const lastHour = gt(linkTokens.dateCreated, sql`now() - interval '1 hour'`)
  const resets = and(eq(linkTokens.userId, userId), eq(linkTokens.purpose, 'RESET_PASSWORD'), lastHour)
  const [counted] = await tx.select({ times: count() }).from(linkTokens).where(resets)
  return counted!.times
}

/** Creates the link and has it mailed, at most three times an hour. A retry creates the same link. */
export const forgottenWorker = ({ db, jobs, links }: ForgottenNeeds) =>
  worker(forgottenJob, ({ tenantId, address, linkId, language }) =>
    db.write(tenantScope(tenantId), async (tx) => {
      const user = await userByAddress(tx, address)
      if (!user || (await resetsThisHour(tx, user.uniqueId)) >= RESETS_PER_HOUR) return
      await links.make(tx, tenantId, { uniqueId: linkId, purpose: 'RESET_PASSWORD', userId: user.uniqueId, minutes: 60 })
      await endLinks(tx, user.uniqueId, ['RESET_PASSWORD'], linkId)
      await jobs.send(tx, letterJob, { tenantId, userId: user.uniqueId, linkId, key: linkId, language })
    }),
  )

/** Too many requests get the usual reply: the caller does not learn of the limit. */
const ignoreLimit = (error: unknown) => {
  if (error instanceof Refusal && error.status === 429) return undefined
  throw error
}

export const forgottenHandlers = ({ db, jobs }: ForgottenNeeds) => ({
  forgotPassword: manualTransaction(
    async ({ email }: { email: string }, { scope, ip, acceptedLanguages = '' }: ManualContext) => {
      const isAllowed = await countTry(db, scope, ...networkLimits('forgotten', ip, 10, 60)).catch(ignoreLimit)
      const language = preferredLanguage(acceptedLanguages) ?? null
      const forgotten = { tenantId: scope.tenantId, address: email, linkId: randomUUID(), language }
      if (isAllowed) await db.write(scope, (tx) => jobs.send(tx, forgottenJob, forgotten))
      return {}
    },
  ),
})
