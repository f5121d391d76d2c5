import type { Files } from '@tradewind/byte-store/files'
import type { Uploaded } from '@tradewind/contract/kit/endpoint'
import { eq } from 'drizzle-orm'
import { type ManualContext, manualTransaction, type WriteContext } from '#kit/http/context'
import type { Jobs } from '#kit/jobs'
import { notifyNodes } from '#kit/notifyNodes'
import { remakeLogo } from '#kit/picture'
import { audit } from '#kit/record/audit'
import { keepLogo } from '#platform/document/document.queries'
import { fullNameOf, userEntity, users } from '#platform/schema/user.table'
import type { Tenants } from '#platform/tenant/tenant.queries'
import type { TenantSettings } from '#platform/tenantSetting/tenantSetting.queries'
import { columnsOf, type Form, newForm } from './fields.ts'
import { addressIsFree, roomFor, unlessTaken } from './user.queries.ts'
import { shownUser } from './user.reading.ts'

/** What this feature needs of the application. */
export interface Needs {
  tenants: Tenants
  settings: TenantSettings
  files: Files
  jobs: Jobs
  /** Mails a link to choose the first password. Those that were mailed before end. */
  invite: (tx: WriteContext['tx'], tenantId: string, userId: string) => Promise<void>
  /** Ends every session and link of a user. */
  endAccess: (tx: WriteContext['tx'], tenantId: string, userId: string) => Promise<void>
  /** Hands on what a user leaves behind in the records of the tenant. */
  onUserDeleted: (tx: WriteContext['tx'], userId: string) => Promise<void>
}

export const isMainAccount = async ({ tenants }: Pick<Needs, 'tenants'>, tenantId: string) =>
  (await tenants.byId(tenantId))?.isMain ?? false

type Fields = Partial<Form> & Pick<Form, 'firstName' | 'lastName' | 'emailAddress' | 'adminRole'>
type Given = { [Field in keyof Fields]: Fields[Field] | (undefined extends Fields[Field] ? null | undefined : never) } & {
  file?: Uploaded | undefined
}

const insert = async (form: Form, { tx, actor }: WriteContext) => {
  const fields = columnsOf(form)
  const row = { ...fields, ...userEntity.computedColumns(fields), createdBy: actor.uniqueId }
  const [made] = await tx.insert(users).values(row).returning().catch(unlessTaken)
  return made!
}

interface New {
  form: Form
  logo: { name: string; png: Buffer } | undefined
}

const make = async (needs: Needs, { form, logo }: New, context: WriteContext) => {
  const { tx, scope } = context
  await addressIsFree(tx, form.emailAddress, scope)
  await roomFor(tx, scope.tenantId, (await needs.settings.of(scope.tenantId)).MAX_USERS)
  const made = await insert(form, context)
  await needs.invite(tx, scope.tenantId, made.uniqueId)
  await audit(context, { action: 'CREATED', kind: 'user', recordId: made.uniqueId, title: fullNameOf(made) })
  if (made.userCompanyName) await notifyNodes(tx, { topic: 'trust', tenantId: scope.tenantId, id: made.uniqueId })
  if (!logo) return shownUser(needs, context, made)
  const brandLogoUID = await keepLogo(needs.files, context, logo.name, logo.png)
  await tx.update(users).set({ brandLogoUID }).where(eq(users.uniqueId, made.uniqueId))
  return shownUser(needs, context, { ...made, brandLogoUID })
}

/** Creates a user, and invites them. */
export const create = (needs: Needs) =>
  // Apart, so that no transaction waits while the picture is made again.
  manualTransaction(async ({ file, ...given }: Given, asking: ManualContext) => {
    const form = newForm(given, asking, await isMainAccount(needs, asking.scope.tenantId))
    const logo = file && { name: file.filename, png: (await remakeLogo(file.path)).png }
    return asking.once((context) => make(needs, { form, logo }, context))
  })
