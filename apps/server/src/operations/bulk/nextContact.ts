import { eq, type SQL } from 'drizzle-orm'
import { projectCompanies, projectCompanyEntity } from '#crm/schema/project.table'
import type { Entity } from '#kit/record/entity'

type Fields = Readonly<Record<string, unknown>>

const hasNextContact = ({ name }: Entity, fields: Fields) => name === projectCompanyEntity.name && 'nextContact' in fields

/** These values of a record, with the next contact as it was set by hand: null if it follows the reports. */
export const withGivenDay = (of: Entity, values: Fields, record: Fields): Fields =>
  hasNextContact(of, values) && !record['isNextContactGiven'] ? { ...values, nextContact: null } : values

/** The columns for these values in a record: without a next contact set by hand, it is the day of the next report. */
export const withContactColumns = (of: Entity, values: Fields, record: Fields): Fields => {
  if (!hasNextContact(of, values)) return values
  const day = values['nextContact'] ?? null
  return { ...values, nextContact: day ?? record['reportAhead'], isNextContactGiven: day !== null }
}

/** The condition for records whose next contact follows the reports already, if a change clears it. */
export const followsReports = (of: Entity, change: Fields): SQL | undefined =>
  hasNextContact(of, change) && change['nextContact'] === null ? eq(projectCompanies.isNextContactGiven, false) : undefined
