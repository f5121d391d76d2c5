import { contactApi, ContactInput, type SimilarContact } from '@tradewind/contract/crm/contact.contract'
import { contactFields } from '@tradewind/contract/crm/contact.fields'
import { companyPolicy, contactPolicy } from '@tradewind/contract/crm/policies'
import { emailAddress, text } from '@tradewind/contract/kit/fields'
import { say } from '@tradewind/contract/kit/say'
import { type Actor, isMember } from '@tradewind/contract/roles'
import { and, desc, eq, inArray, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { withOwnFaults } from '#kit/custom/ownFaults'
import type { Reader, Tx } from '#kit/database/database'
import { fold } from '#kit/database/list'
import { checkAll, invalid, notFound } from '#kit/errors'
import type { AllFeatures, Feature } from '#kit/feature'
import { type ReadContext, readerOf, type WriteContext } from '#kit/http/context'
import { routes } from '#kit/http/routes'
import { crud, findRecord, requireReference, withRelations } from '#kit/record/crud'
import { rowCondition } from '#kit/record/entity'
import { importSpec } from '#kit/record/importSpec'
import { exportHandlers, importSheet } from '#kit/record/sheets'
import { massUploadHandlers } from '#kit/record/upload'
import type { AppContext } from '../appContext.ts'
import { countRecords, lockVisibleCompanies, visibleCompanyIds } from './company.queries.ts'
import { storeMassUpload } from './massUpload.ts'
import { mergeHandlers } from './merge/merge.routes.ts'
import { companies, companyEntity } from './schema/company.table.ts'
import { contactEntity, contacts } from './schema/contact.table.ts'
import { emailMatchOf, personMatchOf } from './schema/matchKeys.ts'
import { meetingReportEntity } from './schema/meetingReport.table.ts'
import { differentContacts, remainingIds } from './schema/merge.table.ts'
import { nextStepsEntity } from './schema/nextSteps.table.ts'
import { projectCompanyEntity } from './schema/project.table.ts'
import { summaryEntity } from './schema/summary.table.ts'

/** The fields that identify a contact: the name, the company and the email address, which may be null. */
interface ContactIdentity {
  companyId: string
  firstName: string
  lastName: string
  email: string | null
}
const contactKey = ({ companyId, firstName, lastName, email }: ContactIdentity) =>
  JSON.stringify([companyId, fold(firstName).slice(0, 200), fold(lastName).slice(0, 200), (email ?? '').toLowerCase()])

const hasIdentity = (fields: Partial<Record<keyof ContactIdentity, unknown>>): fields is ContactIdentity =>
  [fields.companyId, fields.firstName, fields.lastName].every((value) => typeof value === 'string') && fields.email !== undefined

/** A key that is equal for equal contacts. Undefined if a field is missing. */
const contactKeyIn = (fields: Readonly<Record<string, unknown>>) => {
  const identity = fields as Partial<Record<keyof ContactIdentity, unknown>>
  return hasIdentity(identity) ? contactKey(identity) : undefined
}

/** The names of the contacts, not deleted, that have one of these keys, by key. Locks the partition against concurrent imports of contacts. */
const findDuplicates = async ({ tx, scope }: WriteContext, contactKeys: readonly string[]) => {
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`contact.doubles ${scope.tenantId} ${scope.partitionId}`}, 0))`,
  )
  const keys = contactKeys.map((key) => JSON.parse(key) as string[])
  const companyIds = [...new Set(keys.map(([companyId]) => companyId!))]
  const lastKeys = [...new Set(keys.map(([, , lastKey]) => lastKey!))]
  const { companyId, firstName, lastName, email, fullName } = contacts
  const found = await tx
    .select({ companyId, firstName, lastName, email, fullName })
    .from(contacts)
    .where(and(inArray(contacts.companyId, companyIds), inArray(contacts.lastKey, lastKeys), isNull(contacts.deletedAt)))
  return new Map(found.map((contact) => [contactKey(contact), contact.fullName]))
}

const contactSheet = importSheet('Contacts', contactFields)
/** Members send mail to their contacts, so an email address is required. */
const membersSheet = importSheet('Contacts', { ...contactFields, email: { ...contactFields.email, required: true } })

/** The companies with exactly these names, by name. */
const lockCompaniesByName = async (context: WriteContext, names: readonly string[]) => {
  const found = await lockVisibleCompanies(context, inArray(companies.legalName, [...names]))
  return new Map(found.map((company) => [company.companyName, company]))
}

const input = ContactInput.omit({ companyId: true }).extend({ company: text(contactFields.companyId.label) })

const staffImport = {
  of: contactEntity,
  sheet: contactSheet,
  input,
  duplicates: { field: 'lastName', keyOf: contactKeyIn, findTaken: findDuplicates },
  refers: {
    field: 'company',
    find: lockCompaniesByName,
    problem: say('There is no company with exactly this name. Create it first, or write its name as the list does.'),
  },
  onUploaded: storeMassUpload('contact'),
} as const

export const contactImport = importSpec({
  ...staffImport,
  forMembers: importSpec({
    ...staffImport,
    sheet: membersSheet,
    input: input.extend({ email: emailAddress(contactFields.email.label) }),
  }),
})

interface SimilarQuery {
  firstName?: string | undefined
  lastName?: string | undefined
  email?: string | undefined
  companyId?: string | undefined
  butId?: string | undefined
}
const MAX_SIMILAR = 5

const nameKey = (name = '') => fold(name.trim()).slice(0, 200)

const hasSameEmail = (email: string | undefined): SQL | undefined =>
  email?.trim() ? eq(contacts.emailMatch, emailMatchOf(email.trim())!) : undefined

/** The condition for the same name, however it is spelt, in this company or in one with an equivalent name. */
const hasSameName = async (
  { firstName, lastName, companyId }: SimilarQuery,
  { db, actor }: ReadContext,
): Promise<SQL | undefined> => {
  if (!firstName?.trim() || !lastName?.trim() || !companyId) return undefined
  const { legalName, uniqueId } = companies
  // Matches by the name of another company would reveal it.
  const isVisible = and(eq(uniqueId, companyId), rowCondition(companyEntity, companyPolicy.see, actor))
  const [company] = await db.select({ companyName: legalName }).from(companies).where(isVisible)
  const person = company && personMatchOf({ firstName, lastName, ...company })
  const inCompany = and(
    eq(contacts.companyId, companyId),
    eq(contacts.firstKey, nameKey(firstName)),
    eq(contacts.lastKey, nameKey(lastName)),
  )
  return person ? or(inCompany, eq(contacts.personMatch, person)) : inCompany
}

const isSameNameInCompany = ({ companyId, firstKey, lastKey }: typeof contacts.$inferSelect, query: SimilarQuery) =>
  companyId === query.companyId && firstKey === nameKey(query.firstName) && lastKey === nameKey(query.lastName)

/** Why it may be the same person. Two contacts without an email address count as having the same one. */
const reasonOf = (row: typeof contacts.$inferSelect, query: SimilarQuery, address: string): SimilarContact['by'] => {
  const hasAddress = (row.email?.toLowerCase() ?? '') === address
  if (hasAddress && isSameNameInCompany(row, query)) return 'SAME'
  return hasAddress && address ? 'EMAIL' : 'NAME'
}

/** Contacts that may be the same person: by email address, or by name within the company or one with an equivalent name. Matches in both come first. */
const similarContacts = async (query: SimilarQuery, context: ReadContext) => {
  const [byAddress, byName] = [hasSameEmail(query.email), await hasSameName(query, context)]
  if (!byAddress && !byName) return { rows: [], total: 0, estimated: false }
  const address = query.email?.trim().toLowerCase() ?? ''
  const allowed = rowCondition(contactEntity, contactPolicy.see, context.actor)
  const found = await context.db
    .select()
    .from(contacts)
    .where(
      and(
        isNull(contacts.deletedAt),
        allowed,
        query.butId ? ne(contacts.uniqueId, query.butId) : undefined,
        or(byAddress, byName),
      ),
    )
    .orderBy(desc(sql`${byName ?? false} and lower(coalesce(${contacts.email}, '')) = ${address}`), contacts.dateCreated)
    .limit(MAX_SIMILAR)
  const rows = found.map((row) => ({
    uniqueId: row.uniqueId,
    fullName: row.fullName,
    company: { uniqueId: row.companyId, legalName: row.companyName },
    email: row.email,
    by: reasonOf(row, query, address),
  }))
  return { rows, total: rows.length, estimated: false }
}

type Row = typeof contacts.$inferSelect

/** Returns a function that finds which of these contacts, by lower-case email address or by id, a user can't invite to a review now. */
type Hotlist = (
  db: Reader | Tx,
  user: Pick<Actor, 'tenantId' | 'uniqueId'>,
) => (addresses: readonly string[], ids: readonly string[]) => Promise<{ has: (addressOrId: string) => boolean }>

type ContactRef = Pick<Row, 'companyId' | 'email'> & { uniqueId?: string }

/**
 * Adds to contacts what replies contain besides their columns: their company, and whether the actor can't invite them to a review now. New contacts have
 * no id yet. What does not depend on the contacts is read at once, together with them.
 */
const contactPresenter = (hotlist: Hotlist, context: ReadContext | WriteContext) => {
  const findHot = hotlist(readerOf(context), context.actor)
  return async (rows: readonly ContactRef[]) => {
    const addresses = rows.flatMap(({ email }) => email ?? [])
    const ids = rows.flatMap(({ uniqueId }) => uniqueId ?? [])
    const [hot, visibleId] = await Promise.all([
      findHot(addresses, ids),
      visibleCompanyIds(
        rows.map(({ companyId }) => companyId),
        context,
      ),
    ])
    return (row: Row) => ({
      ...row,
      company: { uniqueId: visibleId(row.companyId), legalName: row.companyName },
      emailBounced: row.bouncedEmail !== null && row.bouncedEmail === row.email?.toLowerCase(),
      hotlisted: row.email !== null && (hot.has(row.email.toLowerCase()) || hot.has(row.uniqueId)),
    })
  }
}

const presentContacts = (hotlist: Hotlist) => async (rows: Row[], context: ReadContext | WriteContext) =>
  rows.map(await contactPresenter(hotlist, context)(rows))

/** The company of a contact, which the actor must be able to see. */
const findCompany = async (companyId: string, context: WriteContext) => {
  const company = await requireReference(
    companyEntity,
    companyPolicy.see,
    ['companyId', companyId],
    say('Choose a company'),
    context,
  )
  return { companyName: company.legalName, country: company.country }
}

/** Throws if a member's contact has no email address: members send mail to their contacts. */
const requireAddress = (email: string | null | undefined, { actor }: WriteContext) => {
  if (isMember(actor) && email === null) throw invalid({ email: say('Email is required') })
}

type ContactFields = z.output<typeof ContactInput>

/** Creates a contact and returns its row. */
export const createContact = async (fields: ContactFields, context: WriteContext) => {
  const [company] = await checkAll(
    () => findCompany(fields.companyId, context),
    () => requireAddress(fields.email, context),
  )
  return crud(contactEntity).create({ ...fields, ...company }, context)
}

interface Change {
  uniqueId: string
  updatedAt?: string | undefined
  companyId?: string | undefined
  email?: string | null | undefined
}

/** The company with the columns that change with it, if it is another one. */
const companyChange = async ({ uniqueId, companyId }: Change, context: WriteContext) => {
  if (companyId === undefined) return {}
  const before = await findRecord(contactEntity, contactPolicy.see, uniqueId, context)
  return companyId === before.companyId ? {} : { companyId, ...(await findCompany(companyId, context)) }
}

/** The number of records that a contact is related to, by kind, counted as the lists count them; of tasks the open ones. */
const countsOf = async ({ uniqueId: contactId }: { uniqueId: string }, context: ReadContext) => {
  await findRecord(contactEntity, contactPolicy.see, contactId, context)
  const [meetingReport, summary, nextSteps, projectCompany] = await Promise.all([
    countRecords(meetingReportEntity, { contactId }, context),
    countRecords(summaryEntity, { contactId }, context),
    countRecords(nextStepsEntity, { contactId, nextStepsStatus: 'OPEN' }, context),
    countRecords(projectCompanyEntity, { contactId }, context),
  ])
  return { meetingReport, summary, nextSteps, projectCompany }
}

/** The name of the contact with this id, or of the one into which it was merged. */
const nameOfContact = async ({ uniqueId: contactId }: { uniqueId: string }, { db, actor }: ReadContext) => {
  const { uniqueId, fullName, deletedAt } = contacts
  const isIt = or(eq(uniqueId, contactId), sql`${uniqueId} in (${remainingIds((id) => sql`${id} = ${contactId}`)})`)
  const allowed = rowCondition(contactEntity, contactPolicy.see, actor)
  const [found] = await db
    .select({ uniqueId, fullName })
    .from(contacts)
    .where(and(isIt, isNull(deletedAt), allowed))
  if (!found) throw notFound()
  return found
}

interface Needs extends Pick<AppContext, 'db' | 'jobs' | 'tickets' | 'settings' | 'translatorFor'> {
  hotlist: Hotlist
  all: AllFeatures
}

const contactRecords = (hotlist: Hotlist) => {
  const records = withRelations(contactEntity, presentContacts(hotlist))
  const { get: findContact } = crud(contactEntity)
  return {
    ...records,
    get: async (which: { uniqueId: string }, context: ReadContext) => {
      const presenter = contactPresenter(hotlist, context)
      const row = await records.live(await findContact(which, context), context)
      return (await presenter([row]))(row)
    },
  }
}

/** The merge handlers of contacts. */
const contactMergeHandlers = (all: AllFeatures, { get, showAll: show }: ReturnType<typeof contactRecords>) =>
  mergeHandlers({
    of: contactEntity,
    policy: contactPolicy,
    keys: [
      { reason: 'email', column: contacts.emailMatch, weight: 4 },
      { reason: 'name', column: contacts.personMatch, weight: 2 },
    ],
    different: differentContacts,
    columns: { companyId: ['companyId', 'companyName', 'country'], email: ['email', 'bouncedEmail'] },
    get,
    show,
    check: ({ email }, context) => requireAddress(email, context),
    all,
  })

const contactRoutes = (appContext: Needs) => {
  const records = contactRecords(appContext.hotlist)
  const { list, remove, history } = records
  return routes(contactApi, {
    list,
    remove,
    history,
    ...contactMergeHandlers(appContext.all, records),
    ...massUploadHandlers(contactImport, appContext),
    ...exportHandlers(
      {
        of: contactEntity,
        rules: contactPolicy.export,
        title: 'Contacts',
        columns: contactFields,
        values: { companyId: ({ companyName }) => companyName },
      },
      appContext,
    ),
    counts: countsOf,

    fetchAllByCompany: async ({ companyId, ...query }, context: ReadContext) => {
      await findRecord(companyEntity, companyPolicy.see, companyId, context)
      return records.list({ ...query, companyId } as typeof query, context)
    },

    named: nameOfContact,
    similar: similarContacts,

    create: withOwnFaults(contactEntity, async (fields: ContactFields, context) => {
      const [present, row] = await Promise.all([
        contactPresenter(appContext.hotlist, context)([fields]),
        createContact(fields, context),
      ])
      return present(await records.live(row, context))
    }),

    update: withOwnFaults(contactEntity, async (change: Change, context) => {
      const [company] = await checkAll(
        () => companyChange(change, context),
        () => requireAddress(change.email, context),
      )
      const { companyId: _, ...fields } = change
      return records.update({ ...fields, ...company }, context)
    }),
  })
}

/** `hotlist`: the contacts that can't be invited to a review now. */
export const contactFeature = (context: AppContext & { hotlist: Hotlist }, all: AllFeatures): Feature => ({
  routes: () => [contactRoutes({ ...context, all })],
  imports: [contactImport],
  entities: [contactEntity],
})
