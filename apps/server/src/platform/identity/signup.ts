import type { Files } from '@tradewind/byte-store/files'
import type { Uploaded } from '@tradewind/contract/kit/endpoint'
import type { Language } from '@tradewind/contract/kit/language'
import { say } from '@tradewind/contract/kit/say'
import type { Actor } from '@tradewind/contract/roles'
import { eq } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import type { Database } from '#kit/database/database'
import { conflict, forbidden, Refusal } from '#kit/errors'
import { type ManualContext, manualTransaction, type RequestContext, type WriteContext } from '#kit/http/context'
import type { Jobs } from '#kit/jobs'
import { mailboxOf } from '#kit/letters'
import { reencodeLogo } from '#kit/picture'
import { audit } from '#kit/record/audit'
import { deleteDocument, storeLogo } from '#platform/document.queries'
import { fullNameOf, userEntity, users } from '#platform/schema/user.table'
import type { TenantSettings } from '#platform/tenantSetting.queries'
import { countFreeUsers, userLimitReached } from '#platform/user/user.queries'
import { preferredLanguage } from '#services/language'
import { countRequest, countTry, isWithinLimits } from './throttle.queries.ts'
import { welcomeJob } from './welcome.job.ts'

export interface Needs {
  db: Database
  jobs: Jobs
  files: Files
  settings: TenantSettings
}
interface Form {
  firstName: string
  middleName?: string | null | undefined
  lastName: string
  emailAddress: string
  userCompanyName: string
}
interface SignUpInput extends Form {
  file?: Uploaded | undefined
  lang?: Language | undefined
  website?: string | undefined
  next?: string | undefined
}
interface Logo {
  name: string
  png: Buffer
}

/** Bytes of a form with its picture. */
const MAX_FORM_BYTES = 3 * 1024 * 1024

const checkAllowed = async ({ settings }: Needs, { scope }: RequestContext) => {
  const { ALLOW_SIGN_UP, MAX_USERS } = await settings.of(scope.tenantId)
  if (!ALLOW_SIGN_UP) throw forbidden(say('Accounts are by invitation only'))
  return MAX_USERS
}

/** Adds the account; returns nothing where a user, not deleted, has the address. */
const insertAccount = async (
  { firstName, middleName = null, lastName, emailAddress, userCompanyName }: Form,
  language: Language | null,
  { tx }: WriteContext,
) => {
  const fields = { firstName, middleName, lastName, emailAddress, userCompanyName, role: 'ROLE_FREE' as const }
  const row = { ...fields, ...userEntity.computedColumns(fields), language, reviewsSearchEnabled: false }
  const [user] = await tx.insert(users).values(row).onConflictDoNothing().returning()
  return user
}

const saveLogo = async ({ files, jobs }: Needs, user: { uniqueId: string } | undefined, logo: Logo, context: WriteContext) => {
  const { tx, scope } = context
  const brandLogoUID = await storeLogo(files, context, logo.name, logo.png)
  if (user) await tx.update(users).set({ brandLogoUID }).where(eq(users.uniqueId, user.uniqueId))
  else await deleteDocument(jobs, tx, scope.tenantId, brandLogoUID)
}

/** The actor for accounts that visitors open by sign-up. */
const signUpActor = (tenantId: string): Actor => ({
  uniqueId: '',
  tenantId,
  partitionId: tenantId,
  emailAddress: '',
  fullName: 'Sign-up',
  roles: [],
  permissions: [],
  allowedCountries: [],
})

interface AccountOptions {
  logo: Logo | undefined
  maxUsers: number
  /** That of the sign-up page: the account's mails are written in it. */
  language: Language | null
  next: string | undefined
  /** Whether the owner of an address that has an account may get another reminder. */
  mayRemind: boolean
}

/** Neither the reply nor its time reveals whether the address was known: what differs is done by a job, after the reply. */
const openAccount = async (
  needs: Needs,
  form: Form,
  { logo, maxUsers, language, next, mayRemind }: AccountOptions,
  context: WriteContext,
) => {
  const { tx, scope } = context
  if ((await countFreeUsers(tx, scope.tenantId, maxUsers)) < 1) throw conflict(userLimitReached(maxUsers))
  const user = await insertAccount(form, language, context)
  if (user) await audit(context, { action: 'CREATED', kind: 'user', recordId: user.uniqueId, title: fullNameOf(user) })
  const { emailAddress } = form
  const letter = {
    emailAddress,
    language,
    ...(next && { next }),
    linkId: randomUUID(),
    isWritten: user !== undefined || mayRemind,
  }
  await needs.jobs.send(tx, welcomeJob, { tenantId: scope.tenantId, ...letter })
  if (logo) await saveLogo(needs, user, logo, context)
}

/** Opens a free account, whatever role is sent. It can be used once its address is verified by the mailed link. */
export const signUp = (needs: Needs) => ({
  limit: async (context: RequestContext) => {
    await checkAllowed(needs, context)
    return { bytes: MAX_FORM_BYTES, createError: () => new Refusal(413, say('The picture can be 2 MB at most')) }
  },
  ...manualTransaction(async ({ file, website, lang, next, ...form }: SignUpInput, context: ManualContext) => {
    const maxUsers = await checkAllowed(needs, context)
    const isMachine = Boolean(website)
    const { db } = needs
    const { tenantId } = context.scope
    const scope = { tenantId, partitionId: tenantId }
    const mailbox = mailboxOf(form.emailAddress)
    await countRequest(db, scope, context.ip, {
      kind: 'sign-up',
      more: [
        { key: `sign-up of ${mailbox}`, max: 5, minutes: 1 },
        { key: `sign-up today of ${mailbox}`, max: 20, minutes: 24 * 60 },
      ],
      isIdle: isMachine,
    })
    if (isMachine) return {}
    const mayRemind = await isWithinLimits(countTry(db, scope, { key: `reminder to ${mailbox}`, max: 3, minutes: 60 }))
    const logo = file && { name: file.filename, png: (await reencodeLogo(file.path)).png }
    const language = lang ?? preferredLanguage(context.acceptedLanguages ?? '') ?? null
    const payload = { logo, maxUsers, language, next, mayRemind }
    await db.write(scope, (tx) => openAccount(needs, form, payload, { ...context, scope, actor: signUpActor(tenantId), tx }))
    return {}
  }),
})
