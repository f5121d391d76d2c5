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
import { remakeLogo } from '#kit/picture'
import { audit } from '#kit/record/audit'
import { endDocument, keepLogo } from '#platform/document.queries'
import { fullNameOf, userEntity, users } from '#platform/schema/user.table'
import type { TenantSettings } from '#platform/tenantSetting.queries'
import { fullAt, roomIn } from '#platform/user/user.queries'
import { preferredLanguage } from '#services/language'
import { countTry, countAsking, isWithin } from './throttle.queries.ts'
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
interface SigningUp extends Form {
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
const LARGEST = 3 * 1024 * 1024

const isAllowed = async ({ settings }: Needs, { scope }: RequestContext) => {
  const { ALLOW_SIGN_UP, MAX_USERS } = await settings.of(scope.tenantId)
  if (!ALLOW_SIGN_UP) throw forbidden(say('Accounts are by invitation only'))
  return MAX_USERS
}

/** Adds the account; returns nothing where a user, not deleted, has the address. */
const add = async ({ firstName, middleName = null, lastName, emailAddress, userCompanyName }: Form, { tx }: WriteContext) => {
  const fields = { firstName, middleName, lastName, emailAddress, userCompanyName, role: 'ROLE_FREE' as const }
  const row = { ...fields, ...userEntity.computedColumns(fields), reviewsSearchEnabled: false }
  const [made] = await tx.insert(users).values(row).onConflictDoNothing().returning()
  return made
}

const keepWithLogo = async (
  { files, jobs }: Needs,
  made: { uniqueId: string } | undefined,
  logo: Logo,
  context: WriteContext,
) => {
  const { tx, scope } = context
  const brandLogoUID = await keepLogo(files, context, logo.name, logo.png)
  if (made) await tx.update(users).set({ brandLogoUID }).where(eq(users.uniqueId, made.uniqueId))
  else await endDocument(jobs, tx, scope.tenantId, brandLogoUID)
}

/** The actor for accounts that visitors open by sign-up. */
const byItself = (tenantId: string): Actor => ({
  uniqueId: '',
  tenantId,
  partitionId: tenantId,
  emailAddress: '',
  fullName: 'Sign-up',
  roles: [],
  permissions: [],
  allowedCountries: [],
})

interface JobPayload {
  logo: Logo | undefined
  most: number
  language: Language | null
  next: string | undefined
  /** Whether the owner of an address that has an account may get another reminder. */
  mayRemind: boolean
}

/** Neither the reply nor its time reveals whether the address was known: what differs is done by a job, after the reply. */
const open = async (needs: Needs, form: Form, { logo, most, language, next, mayRemind }: JobPayload, context: WriteContext) => {
  const { tx, scope } = context
  if ((await roomIn(tx, scope.tenantId, most)) < 1) throw conflict(fullAt(most))
  const made = await add(form, context)
  if (made) await audit(context, { action: 'CREATED', kind: 'user', recordId: made.uniqueId, title: fullNameOf(made) })
  const { emailAddress } = form
  const written = {
    emailAddress,
    language,
    ...(next && { next }),
    linkId: randomUUID(),
    isWritten: made !== undefined || mayRemind,
  }
  await needs.jobs.send(tx, welcomeJob, { tenantId: scope.tenantId, ...written })
  if (logo) await keepWithLogo(needs, made, logo, context)
}

/** Opens a free account, whatever role is sent. It can be used once its address is verified by the mailed link. */
export const signUp = (needs: Needs) => ({
  limit: async (asking: RequestContext) => {
    await isAllowed(needs, asking)
    return { bytes: LARGEST, refuse: () => new Refusal(413, say('The picture can be 2 MB at most')) }
  },
  ...manualTransaction(async ({ file, website, lang, next, ...form }: SigningUp, asking: ManualContext) => {
    const most = await isAllowed(needs, asking)
    const isMachine = Boolean(website)
    const { db } = needs
    const { tenantId } = asking.scope
    const scope = { tenantId, partitionId: tenantId }
    const address = form.emailAddress.toLowerCase()
    await countAsking(db, scope, asking.ip, {
      what: 'sign-up',
      more: [{ key: `sign-up of ${address}`, most: 5, minutes: 1 }],
      isIdle: isMachine,
    })
    if (isMachine) return {}
    const mayRemind = await isWithin(countTry(db, scope, { key: `reminder to ${address}`, most: 3, minutes: 60 }))
    const logo = file && { name: file.filename, png: (await remakeLogo(file.path)).png }
    const language = lang ?? preferredLanguage(asking.accepted ?? '') ?? null
    const payload = { logo, most, language, next, mayRemind }
    await db.write(scope, (tx) => open(needs, form, payload, { ...asking, scope, actor: byItself(tenantId), tx }))
    return {}
  }),
})
