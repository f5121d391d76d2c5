import type { Files } from '@tradewind/byte-store/files'
import { isStaff } from '@tradewind/contract/roles'
import { NIL_UUID, type Tx } from '#kit/database/database'
import { enterScope } from '#kit/database/transaction'
import { addNotifications } from '#platform/notification/notification.demo'
import { tenantDomains, tenants } from '#platform/schema/tenant.table'
import { addPeople, demoPeople, type DemoUser } from '#platform/user/user.demo'
import { addAssessments } from '#site/assessment/assessment.demo'
import { addCompanies } from './crm/demo/company.demo.ts'
import { addContacts } from './crm/demo/contact.demo.ts'
import { addEvents } from './crm/demo/event.demo.ts'
import { addReports, firstMeetings } from './crm/demo/meetingReport.demo.ts'
import { addSteps } from './crm/demo/nextSteps.demo.ts'
import { addProjects } from './crm/demo/project.demo.ts'
import { addSummaries } from './crm/demo/summary.demo.ts'
import { addDrives } from './drive/drive.demo.ts'
import type { Links } from './platform/identity/links.queries.ts'
import { hashPassword } from './platform/identity/signing.ts'
import { addFirstAssessmentQuestions } from './site/assessment.feature.ts'
import { addContent } from './site/content/content.demo.ts'
import { addAdvice } from './site/member.demo.ts'
import { addPageViews, addLeads } from './site/visitors.demo.ts'
import { addReviews } from './trust/review.demo.ts'
import { addFirstQuestions } from './trust/reviewQuestion.feature.ts'

/** Switches the transaction to a tenant and one of its partitions. */
const enter = (tx: Tx, tenantId: string, partitionId = NIL_UUID) => enterScope(tx, { tenantId, partitionId })

const addTenant = async (tx: Tx, values: typeof tenants.$inferInsert) => {
  const [tenant] = await tx.insert(tenants).values(values).returning()
  if (values.domainName) await tx.insert(tenantDomains).values({ domain: values.domainName, tenantId: tenant!.uniqueId })
  return tenant!.uniqueId
}

const main = {
  fullName: 'Tradewind',
  isMain: true,
  firstName: 'Tomás',
  lastName: 'Alcántara',
  emailAddress: 'tenant-admin@tradewind.test',
}
const nordhaven = {
  fullName: 'Nordhaven',
  domainName: 'nordhaven.localhost',
  firstName: 'Nora',
  lastName: 'Lindqvist',
  emailAddress: 'tenant-admin@nordhaven.test',
  address: 'Havnegata 12, 7010 Trondheim',
}

/** The users who enter companies; members enter their own. */
const editors = (people: readonly DemoUser[]) => people.filter(({ role }) => !/SUPER|LEVEL/.test(role))

/** Adds the records of the transaction's partition. */
const addRecords = async (tx: Tx, partition: string, team: readonly DemoUser[]) => {
  const people = new Map(team.map((person) => [person.emailAddress.split('@')[0]!, person]))
  const companies = await addCompanies(tx, partition, firstMeetings(partition), editors(team))
  const contacts = await addContacts(tx, partition, companies, team)
  const projects = await addProjects(tx, partition, { companies, contacts, people })
  const reports = await addReports(tx, partition, { companies, contacts, people })
  const summaries = await addSummaries(tx, partition, { reports, projects, people })
  await addSteps(tx, partition, { summaries, people })
  await addEvents(tx, partition, people)
}

const addPartitions = async (tx: Tx, tenantId: string, name: string, people: readonly DemoUser[]) => {
  enter(tx, tenantId, tenantId)
  await addRecords(
    tx,
    name,
    people.filter(({ role }) => isStaff({ roles: [role] })),
  )
  await addNotifications(tx, people)
  for (const person of people) {
    if (isStaff({ roles: [person.role] })) continue
    enter(tx, tenantId, person.uniqueId)
    await addRecords(tx, person.emailAddress, [person])
  }
}

/** Adds a realistic year of demo data in two tenants; the result is the same every time. */
export const fillWithDemo = async (tx: Tx, password: string, files: Pick<Files, 'store'>, links: Links) => {
  const passwordHash = await hashPassword(password)
  for (const [name, values] of Object.entries({ main, nordhaven })) {
    const tenantId = await addTenant(tx, values)
    enter(tx, tenantId)
    await addFirstQuestions(tx)
    await addFirstAssessmentQuestions(tx)
    const people = demoPeople.filter(({ tenant }) => tenant === name)
    const team = await addPeople(tx, people, passwordHash)
    await addDrives(tx, files, tenantId, team)
    await addPartitions(tx, tenantId, name, team)
    enter(tx, tenantId)
    await addContent(tx, files, tenantId, team, name as 'main' | 'nordhaven')
    await addAdvice(tx, name, team)
    await addReviews(tx, { files, links }, tenantId, team, name === 'main')
    enter(tx, tenantId, tenantId)
    await addAssessments(tx, links, tenantId, name)
    await addLeads(tx, name)
    await addPageViews(tx, name === 'main' ? 1 : 0.3)
  }
}
