import { contactPolicy, projectPolicy } from '@tradewind/contract/crm/policies'
import type { Actor } from '@tradewind/contract/roles'
import { and, count, eq, inArray, isNull, sql } from 'drizzle-orm'
import { companies } from '#crm/schema/company.table'
import { contactEntity, contacts } from '#crm/schema/contact.table'
import { projectCompanies, projectEntity, projects, projectShares } from '#crm/schema/project.table'
import { anyOf } from '#kit/database/scoped'
import { type ReadContext, readerOf, type WriteContext } from '#kit/http/context'
import type { Changes } from '#kit/record/audit'
import { rowCondition, rowFilter } from '#kit/record/entity'
import { users } from '#platform/schema/user.table'
import { fullNamesOf } from '#platform/user/user.queries'

/** The row filter of the projects that the actor may see. */
export const projectReach = (actor: Actor) => rowFilter(projectEntity, projectPolicy.see, actor)

/** The row filter of the projects to which the actor may add companies. */
export const attachReach = (actor: Actor) => rowFilter(projectEntity, projectPolicy.attach, actor)

/** Those of these projects that are not deleted and that the actor may see. */
export const findVisibleProjects = async (ids: readonly string[], context: ReadContext | WriteContext) => {
  if (ids.length === 0) return []
  const allowed = projectReach(context.actor)
  return readerOf(context)
    .select({ uniqueId: projects.uniqueId, name: projects.name })
    .from(projects)
    .where(and(sql`${projects.uniqueId} = ${anyOf(ids)}`, isNull(projects.deletedAt), allowed === 'all' ? undefined : allowed))
}

/** The users with whom these projects are shared, by project. */
export const sharesOf = async (ids: readonly string[], context: ReadContext | WriteContext) => {
  if (ids.length === 0) return new Map<string, string[]>()
  const found = await readerOf(context)
    .select({ projectId: projectShares.projectId, userId: projectShares.userId })
    .from(projectShares)
    .innerJoin(projects, and(eq(projects.uniqueId, projectShares.projectId), isNull(projects.deletedAt)))
    .where(sql`${projectShares.projectId} = ${anyOf(ids)}`)
  const grouped = Map.groupBy(found, ({ projectId }) => projectId)
  return new Map([...grouped].map(([id, shares]) => [id, shares.map(({ userId }) => userId)]))
}

type Project = typeof projects.$inferSelect
type ProjectCompanyRow = typeof projectCompanies.$inferSelect
type Context = ReadContext | WriteContext
type Ids = readonly string[]

const countCompanies = async (ids: Ids, context: Context) => {
  const counted = await readerOf(context)
    .select({ id: projectCompanies.projectId, many: count() })
    .from(projectCompanies)
    .where(and(sql`${projectCompanies.projectId} = ${anyOf(ids)}`, isNull(projectCompanies.deletedAt)))
    .groupBy(projectCompanies.projectId)
  return new Map(counted.map(({ id, many }) => [id, many]))
}

/** Projects in the format of the reply: with whom they are shared, and the number of their companies. */
export const withPeople = async (rows: Project[], context: Context) => {
  if (rows.length === 0) return []
  const ids = rows.map(({ uniqueId }) => uniqueId)
  const [shares, many] = await Promise.all([sharesOf(ids, context), countCompanies(ids, context)])
  const people = [...[...shares.values()].flat(), ...rows.map(({ createdBy }) => createdBy)]
  const names = await fullNamesOf(readerOf(context), people)
  return rows.map((row) => ({
    ...row,
    sharedWith: (shares.get(row.uniqueId) ?? []).flatMap((userId) => {
      const fullName = names.get(userId)
      return fullName ? [{ uniqueId: userId, fullName }] : []
    }),
    companies: many.get(row.uniqueId) ?? 0,
    createdByName: names.get(row.createdBy ?? '') ?? null,
  }))
}

const websitesOf = async (ids: Ids, context: Context) => {
  const { uniqueId, website } = companies
  const found = await readerOf(context)
    .select({ uniqueId, website })
    .from(companies)
    .where(sql`${companies.uniqueId} = ${anyOf(ids)}`)
  return new Map(found.map((company) => [company.uniqueId, company.website]))
}

const authorsOf = async (ids: Ids, context: Context) => {
  const { uniqueId, createdBy } = projects
  const found = await readerOf(context)
    .select({ uniqueId, createdBy })
    .from(projects)
    .where(sql`${projects.uniqueId} = ${anyOf(ids)}`)
  return new Map(found.map((project) => [project.uniqueId, project.createdBy]))
}

type NamedContact = Pick<typeof contacts.$inferSelect, 'uniqueId' | 'fullName' | 'companyId' | 'companyName'>

/** These contacts, if not deleted; undefined for those that the actor may not see. */
const findContacts = async (ids: Ids, context: Context): Promise<Map<string, NamedContact | undefined>> => {
  if (ids.length === 0) return new Map()
  const { uniqueId, fullName, companyId, companyName } = contacts
  const isNotDeleted = and(sql`${contacts.uniqueId} = ${anyOf(ids)}`, isNull(contacts.deletedAt))
  const allowed = rowFilter(contactEntity, contactPolicy.see, context.actor)
  const isSeen = allowed === 'all' ? sql<boolean>`true` : sql<boolean>`coalesce(${allowed}, false)`
  const fields = { uniqueId, fullName, companyId, companyName, isSeen }
  const found = await readerOf(context).select(fields).from(contacts).where(isNotDeleted)
  return new Map(found.map(({ isSeen: isVisible, ...contact }) => [contact.uniqueId, isVisible ? contact : undefined]))
}

/** A main contact in the format of the reply. Its company has an id only if it is that of the row, which the reader may see. */
const toMainContact = ({ companyId }: ProjectCompanyRow, contact: NamedContact | undefined) =>
  contact && {
    uniqueId: contact.uniqueId,
    fullName: contact.fullName,
    company: { uniqueId: contact.companyId === companyId ? companyId : null, legalName: contact.companyName },
  }

/** Companies in projects in the format of the reply. A deleted main contact is null. */
export const withCompany = async (rows: ProjectCompanyRow[], context: Context) => {
  if (rows.length === 0) return []
  const projectIds = [...new Set(rows.map(({ projectId }) => projectId))]
  const [websites, shares, makers, people] = await Promise.all([
    websitesOf([...new Set(rows.map(({ companyId }) => companyId))], context),
    sharesOf(projectIds, context),
    authorsOf(projectIds, context),
    findContacts(
      [...new Set(rows.map(({ mainContactId }) => mainContactId))].filter((id) => id !== null),
      context,
    ),
  ])
  return rows.map((row) => ({
    ...row,
    project: { uniqueId: row.projectId, name: row.projectName },
    companyUID: row.companyId,
    company: {
      uniqueId: row.companyId,
      legalName: row.companyName,
      country: row.country,
      website: websites.get(row.companyId) ?? '',
    },
    mainContact: people.has(row.mainContactId ?? '') ? toMainContact(row, people.get(row.mainContactId ?? '')) : null,
    sharedWith: shares.get(row.projectId) ?? [],
    projectCreatedBy: makers.get(row.projectId) ?? null,
  }))
}

/** Whether these contacts are not deleted and are of this company. Locks them (FOR SHARE): nobody merges, moves or deletes them meanwhile. */
export const areContactsOf = async (contactIds: Ids, companyId: string, { tx }: WriteContext) => {
  if (contactIds.length === 0) return true
  const { uniqueId } = contacts
  const areOfCompany = and(inArray(uniqueId, [...contactIds]), eq(contacts.companyId, companyId), isNull(contacts.deletedAt))
  const found = await tx.select({ uniqueId }).from(contacts).where(areOfCompany).orderBy(uniqueId).for('share')
  return found.length === contactIds.length
}

const namesIn = ({ sharedWith }: Changes) =>
  [sharedWith?.before, sharedWith?.after].flat().filter((name) => typeof name === 'string')

/** Those of these names that users of the tenant or projects that the actor may see have. */
const visibleNames = async (names: Ids, context: ReadContext) => {
  const name = sql<string>`concat_ws(' ', ${users.firstName}, nullif(${users.middleName}, ''), ${users.lastName})`
  const [people, named] = await Promise.all([
    context.db
      .select({ name })
      .from(users)
      .where(sql`${name} = any(${sql.param([...names])}::text[])`),
    context.db
      .select({ name: projects.name })
      .from(projects)
      .where(and(inArray(projects.name, [...names]), rowCondition(projectEntity, projectPolicy.see, context.actor))),
  ])
  return new Set([...people, ...named].map((one) => one.name))
}

/** Changes of summaries without the names of projects that the actor may not see: whoever shared a summary with these may see more of them. */
export const withoutHiddenProjects = async (all: readonly Changes[], context: ReadContext): Promise<Changes[]> => {
  const names = [...new Set(all.flatMap(namesIn))]
  if (names.length === 0 || projectReach(context.actor) === 'all') return [...all]
  const visible = await visibleNames(names, context)
  const seen = (value: unknown) => (Array.isArray(value) ? value.filter((name) => visible.has(name as string)) : value)
  return all.map((changes) => {
    const { sharedWith } = changes
    return sharedWith ? { ...changes, sharedWith: { before: seen(sharedWith.before), after: seen(sharedWith.after) } } : changes
  })
}
