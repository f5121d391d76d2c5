import { companyPolicy } from '@tradewind/contract/crm/company.policy'
import { contactApi } from '@tradewind/contract/crm/contact.contract'
import { contactPolicy } from '@tradewind/contract/crm/contact.policy'
import { say } from '@tradewind/contract/kit/say'
import { isMember } from '@tradewind/contract/roles'
import { companyIdsSeen } from '#crm/company/company.queries'
import { companyEntity } from '#crm/schema/company.table'
import { contactEntity, type contacts } from '#crm/schema/contact.table'
import type { Database, Reader, Tx } from '#kit/database/database'
import { checkAll, invalid } from '#kit/errors'
import { readerOf, type ReadContext, together, type WriteContext } from '#kit/http/context'
import { routes } from '#kit/http/routes'
import type { Jobs } from '#kit/jobs'
import { findRecord } from '#kit/record/crud'
import { exporting, type Tickets } from '#kit/record/export'
import { history } from '#kit/record/history'
import { requireReference } from '#kit/record/requireReference'
import { withRelations } from '#kit/record/withRelations'
import { uploading } from '#kit/upload/upload'
import type { Limits } from '#kit/upload/upload.job'
import { findDuplicates } from './contact.duplicates.ts'
import { contactImport, contactColumns } from './contact.sheet.ts'

type Row = typeof contacts.$inferSelect

/** Which of these contacts, by address in small letters or by id, somebody can't invite to a review now. */
export type Hotlist = (
  db: Reader | Tx,
  userId: string,
  addresses: readonly string[],
  ids: readonly string[],
) => Promise<{ has: (addressOrId: string) => boolean }>

/** Rows as they are answered: with their company, and whether who asks can't invite them to a review now. */
const withCompany = (hotlist: Hotlist) => async (rows: Row[], context: ReadContext | WriteContext) => {
  const addresses = rows.flatMap(({ email }) => email ?? [])
  const ids = rows.map(({ uniqueId }) => uniqueId)
  const [hot, seen] = await together(
    context,
    () => hotlist(readerOf(context), context.actor.uniqueId, addresses, ids),
    () =>
      companyIdsSeen(
        rows.map(({ companyId }) => companyId),
        context,
      ),
  )
  return rows.map((row) => ({
    ...row,
    company: { uniqueId: seen(row.companyId), legalName: row.companyName },
    hotlisted: row.email !== null && (hot.has(row.email.toLowerCase()) || hot.has(row.uniqueId)),
  }))
}

/** The company that a contact is said to belong to: one that the actor sees. */
const companyOf = async (companyId: string, context: WriteContext) => {
  const company = await requireReference(
    companyEntity,
    companyPolicy.see,
    ['companyId', companyId],
    say('Choose a company'),
    context,
  )
  return { companyName: company.legalName, country: company.country }
}

/** Members write to their contacts: theirs have an address. */
const hasAddress = (email: string | null | undefined, { actor }: WriteContext) => {
  if (isMember(actor) && email === null) throw invalid({ email: say('Email is required') })
}

interface Change {
  uniqueId: string
  updatedAt?: string | undefined
  companyId?: string | undefined
  email?: string | null | undefined
}

interface Needs {
  db: Database
  jobs: Jobs
  tickets: Tickets
  settings: Limits
  hotlist: Hotlist
}

export const contactRoutes = (appContext: Needs) => {
  const { show: _, ...records } = withRelations(contactEntity, withCompany(appContext.hotlist))
  return routes(contactApi, {
    ...records,
    ...uploading(contactImport, appContext),
    ...exporting({ of: contactEntity, rules: contactPolicy.export, title: 'Contacts', columns: contactColumns }, appContext),
    history: history(contactEntity, contactApi.history.who),

    fetchAllByCompany: async ({ companyId, ...asked }, context: ReadContext) => {
      await findRecord(companyEntity, companyPolicy.see, companyId, context)
      return records.list({ ...asked, companyId } as typeof asked, context)
    },

    twins: findDuplicates,

    create: async (fields, context) => {
      const [company] = await checkAll(
        () => companyOf(fields.companyId, context),
        () => hasAddress(fields.email, context),
      )
      return records.create({ ...fields, ...company }, context)
    },

    update: async (change: Change, context) => {
      const before = await findRecord(contactEntity, contactPolicy.see, change.uniqueId, context)
      const isMoved = change.companyId !== undefined && change.companyId !== before.companyId
      const [company] = await checkAll(
        () => (isMoved ? companyOf(change.companyId!, context) : {}),
        () => hasAddress(change.email, context),
      )
      return records.update({ ...change, ...company }, context)
    },
  })
}
