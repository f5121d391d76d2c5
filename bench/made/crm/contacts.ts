import type { CountryCode } from '@tradewind/contract/countries'
import { contactRoles } from '@tradewind/contract/crm/contact.fields'
import { contactEntity, type contacts } from '../../../apps/server/src/crm/schema/contact.table.ts'
import { fold } from '../../../apps/server/src/kit/database/list.ts'
import type { Fields } from '../../../apps/server/src/kit/record/entity.ts'
import { namePools } from '../names.ts'
import { createRecords, type PlannedRecord, randomTimeAfter, type SeedContext } from './enter.ts'
import { firstNames, titles } from './words.ts'

export interface Company {
  uniqueId: string
  legalName: string
  country: CountryCode
  dateCreated: string
}
export interface Contact extends PlannedRecord {
  uniqueId: string
  company: Company
}

const namePoolByCountry = new Map(namePools.flatMap((speech) => Object.keys(speech.towns).map((country) => [country, speech])))
const toLetters = (name: string) => fold(name).replace(/[^a-z]/g, '')

const fieldsOf = ({ company }: { company: Company }, { one, often, below }: SeedContext['dice']): Fields<typeof contacts> => {
  const [firstName, lastName] = [one(firstNames), one(namePoolByCountry.get(company.country)!.surnames)]
  const { uniqueId: companyId, legalName: companyName, country } = company
  const address = `${toLetters(firstName)}.${toLetters(lastName)}@${toLetters(companyName).slice(0, 40)}.example`
  const email = often(0.9) ? address : null
  const number = often(0.8) ? `+${10 + below(89)} ${below(1e4)} ${below(1e6)}` : null
  return {
    firstName,
    lastName,
    title: one(titles),
    contactRole: one(contactRoles),
    companyId,
    companyName,
    country,
    email,
    number,
  }
}

/** Adds contacts of these companies, most of them of the first. */
export const addContacts = async (partition: SeedContext, companies: readonly Company[], count: number): Promise<Contact[]> => {
  const { dice, people } = partition
  const plans = Array.from({ length: count }, () => {
    const company = dice.early(companies)
    return { company, at: randomTimeAfter(company.dateCreated, 60, dice), by: dice.early(people) }
  })
  return createRecords(partition, contactEntity, plans, (plan) => fieldsOf(plan, dice))
}
