import type { ReviewType } from '@tradewind/contract/trust/review.words'
import type { Role } from '@tradewind/contract/roles'
import type { Tx } from '#kit/database/database'
import { insertMany } from '#kit/database/insert'
import { atWork, dayFromToday, drawn, rowsOf } from '#kit/record/demo'
import { userEntity, users } from '#platform/schema/user.table'
import { brands, members } from './brands.demo.ts'

const plans: Readonly<Record<string, Role>> = { B: 'ROLE_BASIC', A: 'ROLE_ADVANCE', P: 'ROLE_PRO', X: 'ROLE_BUISNESS' }
const types: Readonly<Record<string, ReviewType>> = {
  M: 'Manufacturers',
  D: 'Distributors_Dealers',
  C: 'Consultants_ServiceProviders',
  F: 'FranchiseBrands',
}

/** How somebody is reviewed, and what they say of themselves. */
export interface Plan {
  emailAddress: string
  isPartner: boolean
  reviewsSearchEnabled: boolean
  reviewType: ReviewType
  level: number
  customers: number
  description: string
}

const planOf = (emailAddress: string, cells: readonly (string | undefined)[], lines: readonly string[]): Plan => {
  const [flags = '', type = '', level, customers] = cells
  return {
    emailAddress,
    isPartner: flags.includes('P'),
    reviewsSearchEnabled: flags.includes('F'),
    reviewType: types[type]!,
    level: Number(level),
    customers: Number(customers),
    description: lines.map((line) => `<p>${line}</p>`).join(''),
  }
}

/** Blocks of a text: cells of the first line, and the lines beneath it. */
const blocksOf = (text: string) =>
  text
    .trim()
    .split(/\n\s*\n/)
    .map((block) => {
      const [heading, ...lines] = block.trim().split('\n')
      return { cells: rowsOf(heading)[0]!, lines }
    })

export const memberPlans = blocksOf(members).map(({ cells: [emailAddress, ...cells], lines }) =>
  planOf(emailAddress!, cells, lines),
)

const brandPlans = blocksOf(brands).map(
  ({ cells: [userCompanyName, userCompanyCountry, person, emailAddress, plan, ...cells], lines }) => {
    const [firstName, ...rest] = person!.split(' ')
    const named = {
      firstName: firstName!,
      lastName: rest.join(' '),
      emailAddress: emailAddress!,
      userCompanyName: userCompanyName!,
      userCompanyCountry: userCompanyCountry!,
    }
    return { ...planOf(emailAddress!, cells, lines), ...named, role: plans[plan!]! }
  },
)

/** Adds the people of the companies that are reviewed, who have no password, and gives how each is. */
export const addBrands = async (tx: Tx) => {
  const rows = brandPlans.map(({ firstName, lastName, emailAddress, userCompanyName, userCompanyCountry, role }) => {
    const named = { firstName, lastName, emailAddress, userCompanyName, userCompanyCountry, role }
    const dateCreated = atWork(dayFromToday(-400 - drawn(200, emailAddress)), emailAddress)
    return { ...named, ...userEntity.computedColumns(named), dateCreated, updatedAt: dateCreated, verifiedAt: dateCreated }
  })
  const ids = await insertMany(tx, users, rows)
  return brandPlans.map((plan, at) => ({ plan, owner: { uniqueId: ids[at]!, role: plan.role } }))
}
