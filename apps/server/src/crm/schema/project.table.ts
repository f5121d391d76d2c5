import { type CountryCode, countryName } from '@tradewind/contract/countries'
import { contactPolicy, projectCompanyPolicy, projectPolicy } from '@tradewind/contract/crm/policies'
import type { projectApi, projectCompanyApi } from '@tradewind/contract/crm/project.contract'
import { levels, projectCompanyFields, projectFields } from '@tradewind/contract/crm/project.fields'
import { phrase } from '@tradewind/contract/kit/phrase'
import { eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { type AnyPgColumn, boolean, date, foreignKey, index, pgEnum, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { customColumns, customValues } from '#kit/custom/definitions'
import type { Tx } from '#kit/database/database'
import { fold, searchContains } from '#kit/database/list'
import { anyOf } from '#kit/database/scoped'
import { linkTable, notDeleted, partitionTable, scopedForeignKey } from '#kit/database/table'
import { notifyOfAccess } from '#kit/record/activity'
import { CUSTOM_LINE, entity, rowCondition, type rowFilter } from '#kit/record/entity'
import { searchContainsSomeWord } from '#kit/record/ranked'
import { users } from '#platform/schema/user.table'
import { companies, companyEntity } from './company.table.ts'
import { contactEntity, contacts } from './contact.table.ts'
import { remainingIds } from './merge.table.ts'

export const projects = partitionTable(
  'project',
  {
    name: text().notNull(),
    nameKey: text().notNull().default(''),
    /** The date on which it ends or has ended. */
    endDate: date({ mode: 'string' }),
  },
  (t) => [
    index('project_by_name').on(t.tenantId, t.partitionId, t.nameKey, t.uniqueId).where(notDeleted),
    index('project_by_end_date').on(t.tenantId, t.partitionId, t.endDate, t.uniqueId).where(notDeleted),
  ],
)

/** The users with whom projects are shared. */
export const projectShares = linkTable('project_share', { projectId: uuid().notNull(), userId: uuid().notNull() }, (t) => [
  scopedForeignKey('project_share_project', t, t.projectId, projects).onDelete('cascade'),
  scopedForeignKey('project_share_user', t, t.userId, users).onDelete('cascade'),
  index('project_share_of_user').on(t.tenantId, t.partitionId, t.userId, t.projectId),
])

/** Has open pages of the users with whom these projects are shared read their records again after the commit. */
export const notifyUsersOf = async (tx: Tx, ids: readonly string[]) => {
  const { tenantId, userId, projectId } = projectShares
  const shares = await tx
    .selectDistinct({ tenantId, userId })
    .from(projectShares)
    .where(inArray(projectId, [...ids]))
  for (const share of shares) notifyOfAccess(tx, share.tenantId, [share.userId])
}

const projectsSharedWith = (userId: string) => sql`select ${projectShares.projectId} from ${projectShares}
  join ${projects} on ${projects.uniqueId} = ${projectShares.projectId} and ${projects.deletedAt} is null
  where ${projectShares.userId} = ${userId}`
const projectsCreatedBy = (userId: string) =>
  sql`select ${projects.uniqueId} from ${projects} where ${projects.createdBy} = ${userId}`

/** The project with the id in this column is not deleted, and is shared with the user. */
const projectIsSharedWith = (projectId: AnyPgColumn, userId: string): SQL => sql`${projectId} in (${projectsSharedWith(userId)})`

/** The project with the id in this column is shared with a user whose name contains this text. */
const isSharedWithNamed = (projectId: AnyPgColumn, needle: string): SQL =>
  sql`${projectId} in (select ${projectShares.projectId} from ${projectShares}
    join ${users} on ${users.uniqueId} = ${projectShares.userId} where ${searchContains(users, needle, 1)})`

/** The query of a list, with the row filter of projects to which the actor may add companies. */
export interface ProjectListQuery {
  attachReach?: ReturnType<typeof rowFilter>
}

export const projectEntity = entity<typeof projects, typeof projectApi, typeof projectFields>({
  name: 'project',
  table: projects,
  fields: projectFields,
  policy: projectPolicy,
  title: 'name',
  titleLine: 1,
  onTimeline: true,
  search: { sort: 'name', detail: () => '' },
  subjects: ({ uniqueId }) => [uniqueId],
  // The users of shared projects see more when these are restored, and less when they are deleted.
  followed: (tx, rows) =>
    notifyUsersOf(
      tx,
      rows.map(({ uniqueId }) => uniqueId),
    ),
  computedColumns: ({ name }) => ({ nameKey: fold(name).slice(0, 200) }),
  sorts: { name: projects.nameKey, endDate: projects.endDate },
  filters: {
    sharedWithName: (needle) => isSharedWithNamed(projects.uniqueId, needle),
    attachable: (_, { attachReach }: ProjectListQuery) => (attachReach === 'all' ? undefined : (attachReach ?? sql`false`)),
  },
  conditions: {
    sharedWith: {
      linked: (one) => sql`select ${projectShares.projectId} from ${projectShares} where ${one(sql`${projectShares.userId}`)}`,
    },
  },
  policyFields: { sharedWith: (userId) => projectIsSharedWith(projects.uniqueId, String(userId)) },
})

export const level = pgEnum('level', levels)

/** A company in a project. */
export const projectCompanies = partitionTable(
  'project_company',
  {
    ...customColumns(),
    projectId: uuid().notNull(),
    companyId: uuid().notNull(),
    /** The company's: kept in sync by the foreign key. */
    country: text().notNull(),
    /** The company's: updated with the company's name. */
    companyName: text().notNull(),
    /** The project's: updated with the project's name. */
    projectName: text().notNull(),
    potential: level(),
    interest: level(),
    priority: level(),
    /** Set by hand, else the day of the newest report up to today. */
    lastContact: date({ mode: 'string' }),
    isLastContactGiven: boolean().notNull().default(false),
    /** Set by hand, else the day of the nearest report ahead. */
    nextContact: date({ mode: 'string' }),
    isNextContactGiven: boolean().notNull().default(false),
    /** The day of the nearest future report, regardless of days set by hand: on that day, the days of contact are recalculated. */
    reportAhead: date({ mode: 'string' }),
    mainContactId: uuid(),
    companyKey: text().notNull().default(''),
    countryKey: text().notNull().default(''),
  },
  (t) => [
    scopedForeignKey('project_company_project', t, t.projectId, projects),
    foreignKey({
      name: 'project_company_company',
      columns: [t.tenantId, t.partitionId, t.companyId, t.country],
      foreignColumns: [companies.tenantId, companies.partitionId, companies.uniqueId, companies.country],
    }), // checked at commit: the copies of the company's columns are updated before that
    scopedForeignKey('project_company_contact', t, t.mainContactId, contacts),
    uniqueIndex('project_company_once').on(t.tenantId, t.partitionId, t.projectId, t.companyId).where(notDeleted),
    // Not partial, as reports and foreign keys to companies also look up deleted rows.
    index('project_company_of_company').on(t.tenantId, t.partitionId, t.companyId, t.projectId),
    index('project_company_of_contact').on(t.tenantId, t.partitionId, t.mainContactId),
    index('project_company_by_company').on(t.tenantId, t.partitionId, t.companyKey, t.uniqueId).where(notDeleted),
    index('project_company_by_country').on(t.tenantId, t.partitionId, t.countryKey, t.uniqueId).where(notDeleted),
    index('project_company_in_countries').on(t.tenantId, t.partitionId, t.country).where(notDeleted),
    index('project_company_by_priority').on(t.tenantId, t.partitionId, t.priority, t.uniqueId).where(notDeleted),
    index('project_company_by_last_contact').on(t.tenantId, t.partitionId, t.lastContact, t.uniqueId).where(notDeleted),
    index('project_company_by_next_contact').on(t.tenantId, t.partitionId, t.nextContact, t.uniqueId).where(notDeleted),
    // The columns of a project's board, each in the order of its cards.
    index('project_company_priority_column')
      .on(t.tenantId, t.partitionId, t.projectId, t.priority, t.nextContact, t.uniqueId)
      .where(notDeleted),
    index('project_company_potential_column')
      .on(t.tenantId, t.partitionId, t.projectId, t.potential, t.nextContact, t.uniqueId)
      .where(notDeleted),
    index('project_company_interest_column')
      .on(t.tenantId, t.partitionId, t.projectId, t.interest, t.nextContact, t.uniqueId)
      .where(notDeleted),
    // Across partitions, for the job that runs every 15 minutes.
    index('project_company_ahead')
      .on(t.tenantId, t.reportAhead)
      .where(sql`report_ahead is not null`),
  ],
)

/** A query of the ids of the projects that have one of these companies: their pages show its contacts, reports and tasks, counted. */
export const projectsWith = (companyIds: SQL) =>
  sql`select ${projectCompanies.projectId} as id from ${projectCompanies} where ${projectCompanies.companyId} in (${companyIds})`

/** `none`: where no level is set. */
const levelFilter = (column: AnyPgColumn) => (value: string) => (value === 'none' ? isNull(column) : eq(column, value))

const held = sql`${projectCompanies.uniqueId} as id, ${projectCompanies.mainContactId} as contact_id from ${projectCompanies}`

export const projectCompanyCustom = customValues('project_company_custom', projectCompanies)

export const projectCompanyEntity = entity<typeof projectCompanies, typeof projectCompanyApi, typeof projectCompanyFields>({
  name: 'projectCompany',
  table: projectCompanies,
  fields: projectCompanyFields,
  custom: projectCompanyCustom,
  policy: projectCompanyPolicy,
  onTimeline: true,
  search: {
    sort: 'company',
    titleSorts: ['company'],
    detail: ({ projectName }) => projectName,
    filters: (_, { q }) => ({ q, ownWords: q }),
  },
  subjects: ({ companyId, projectId }) => [companyId, projectId],
  shownOn: (ids) => sql`select ${projectCompanies.mainContactId} as id from ${projectCompanies}
    where ${projectCompanies.uniqueId} = ${anyOf(ids)} and ${projectCompanies.mainContactId} is not null`,
  opens: { of: companyEntity, field: 'sharedWith' },
  parents: [
    { of: projectEntity, column: 'projectId', called: phrase('project') },
    { of: companyEntity, column: 'companyId', called: phrase('company') },
  ],
  copies: [
    { of: companyEntity, column: 'companyId', fields: { companyName: 'legalName', country: 'country' } },
    { of: projectEntity, column: 'projectId', fields: { projectName: 'name' } },
  ],
  title: 'companyName',
  searchLines: ({ companyName, projectName }) => ({ company: companyName, project: projectName }),
  computedColumns: ({ companyName, country }) => ({
    companyKey: fold(companyName).slice(0, 200),
    countryKey: fold(countryName(country as CountryCode)),
  }),
  sorts: {
    company: projectCompanies.companyKey,
    country: projectCompanies.countryKey,
    priority: projectCompanies.priority,
    lastContact: projectCompanies.lastContact,
    nextContact: projectCompanies.nextContact,
  },
  filters: {
    projectName: (needle) => searchContains(projectCompanies, needle, projectCompanyFields.project.searchLine),
    sharedWithName: (needle) => isSharedWithNamed(projectCompanies.projectId, needle),
    companyUID: (companyId) => eq(projectCompanies.companyId, companyId),
    contactId: (contactId) => eq(projectCompanies.mainContactId, contactId),
    projectId: (projectId) => eq(projectCompanies.projectId, projectId),
    priority: levelFilter(projectCompanies.priority),
    potential: levelFilter(projectCompanies.potential),
    interest: levelFilter(projectCompanies.interest),
  },
  ownFilters: {
    /** The company and the project are found already, each as what it is: some of the words must be in a field of the tenant's own. */
    ownWords: (words) => searchContainsSomeWord(projectCompanies, words, CUSTOM_LINE),
  },
  conditions: {
    company: projectCompanies.companyName,
    project: projectCompanies.projectName,
    team: {
      linked: (one) => sql`select ${projectCompanies.uniqueId} from ${projectCompanies} where ${projectCompanies.projectId} in (
        select ${projects.uniqueId} from ${projects} where ${one(sql`${projects.createdBy}`)}
        union all select ${projectShares.projectId} from ${projectShares} where ${one(sql`${projectShares.userId}`)})`,
    },
    // A saved condition may name a contact who was merged since. Of contacts that the actor may not see, lists do not show the name either.
    mainContact: {
      linked: (one, { actor }) => sql`select held.id from (select ${held} where ${one(sql`${projectCompanies.mainContactId}`)}
        union all select ${held} where ${projectCompanies.mainContactId} in (${remainingIds(one)})) held
        join ${contacts} on ${contacts.uniqueId} = held.contact_id and ${contacts.deletedAt} is null
        where ${rowCondition(contactEntity, contactPolicy.see, actor) ?? sql`true`}`,
    },
  },
  policyFields: {
    sharedWith: (userId) => projectIsSharedWith(projectCompanies.projectId, String(userId)),
    projectCreatedBy: (userId) => sql`${projectCompanies.projectId} in (${projectsCreatedBy(String(userId))})`,
    // Either of the two. As one set of projects their companies are found by an index; by two conditions each row would be checked.
    projectOf: (userId) =>
      sql`${projectCompanies.projectId} in (${projectsCreatedBy(String(userId))} union ${projectsSharedWith(String(userId))})`,
  },
})
