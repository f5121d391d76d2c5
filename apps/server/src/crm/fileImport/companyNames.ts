import { say } from '@tradewind/contract/kit/say'
import { and, inArray } from 'drizzle-orm'
import { isVisibleCompany, lockVisibleCompanies } from '#crm/company.queries'
import { companies } from '#crm/schema/company.table'
import { nameMatchOf } from '#crm/schema/matchKeys'
import { fold } from '#kit/database/list'
import type { WriteContext } from '#kit/http/context'
import type { ImportSpec } from '#kit/record/importSpec'

const lower = (name: string) => name.trim().toLowerCase()

/** The companies with these names, which are unique without regard to case, by each of the names. */
const lockCompanies = async (context: WriteContext, names: readonly string[]) => {
  const keys = new Set(names.map((name) => fold(name.trim()).slice(0, 200)))
  const found = await lockVisibleCompanies(context, inArray(companies.nameKey, [...keys]))
  const byName = new Map(found.map((company) => [lower(company.companyName), company]))
  return new Map(
    names.flatMap((name) => {
      const company = byName.get(lower(name))
      return company ? [[name, company] as const] : []
    }),
  )
}

/** The only company that the actor may see with an equivalent name, for each of these names that has one. */
const findNearest = async (context: WriteContext, names: readonly string[]) => {
  const matches = new Map(names.map((name) => [name, nameMatchOf(name)]))
  const wanted = [...new Set(matches.values())].filter((match) => match !== null)
  if (wanted.length === 0) return new Map<string, string>()
  const { legalName, nameMatch } = companies
  const found = await context.tx
    .select({ legalName, nameMatch })
    .from(companies)
    .where(and(inArray(nameMatch, wanted), isVisibleCompany(context.actor)))
  const byMatch = Map.groupBy(found, (company) => company.nameMatch)
  return new Map(
    [...matches].flatMap(([name, match]) => {
      const [only, another] = byMatch.get(match) ?? []
      return only && !another ? [[name, only.legalName] as const] : []
    }),
  )
}

/** The import with companies that are named in any case; those with an equivalent name are suggested. */
export const withCompaniesInAnyCase = (spec: ImportSpec): ImportSpec => ({
  ...spec,
  refers: {
    field: 'company',
    find: lockCompanies,
    findNearest,
    problem: say('There is no company with this name. Import or create it first, or choose which one it means.'),
  },
  ...(spec.forMembers && { forMembers: withCompaniesInAnyCase(spec.forMembers) }),
})
