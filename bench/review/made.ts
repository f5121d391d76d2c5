import type pg from 'pg'
import { fold, toSearchText } from '../../apps/server/src/kit/database/list.ts'
import { companyRows } from '../made/companies.ts'
import { firstNames } from '../made/crm/words.ts'
import { namePools } from '../made/names.ts'
import { addressOf, answers, contacts, days, invitations, questions, scores, testimonials } from './statements.ts'

/** The amount of data. The first member has a tenth of all answers and the whole audience. */
export interface ReviewSize {
  members: number
  answers: number
  /** Invitations without an answer. */
  unanswered: number
  /** Contacts of the first member's audience. Half of them were invited. */
  audience: number
}

const surnames = namePools.flatMap((speech) => speech.surnames)

/** Members with a brand, as the application stores users: all are partners, and listed publicly. */
const memberRows = (count: number) =>
  companyRows(count, 77).map(({ legal_name: brand }, at) => {
    const number = at + 1
    const [first, last] = [firstNames[at % firstNames.length]!, surnames[at % surnames.length]!]
    const address = addressOf(number)
    const search = toSearchText(`${first} ${last}`, address, brand)
    return { number, first, last, address, brand, search, name: fold(`${first} ${last}`), key: fold(address) }
  })

const addMembers = (owner: pg.Client, rows: object[]) =>
  owner.query(
    `insert into user_account (tenant_id, first_name, last_name, email_address, role, password_hash, verified_at, user_company_name,
       is_partner, reviews_search_enabled, search_text, name_key, address_key)
     select (select id from tenant where is_main), first, last, address, 'ROLE_PRO',
       (select password_hash from user_account where password_hash is not null limit 1), now(), brand, true, true, search, name, key
     from json_to_recordset($1) as r(first text, last text, address text, brand text, search text, name text, key text)`,
    [JSON.stringify(rows)],
  )

/** Each member's share of the invitations and answers. The others share the rest evenly. */
const shares = ({ members, answers: all, unanswered, audience }: ReviewSize) => {
  const [first, open] = [Math.round(all / 10), Math.round(audience / 2)]
  const rest = (of: number) => Math.round(of / (members - 1))
  return `create temp table member as
    select id, tenant_id, number, email_address,
      case when number = 1 then ${first} else ${rest(all - first)} end as answers,
      case when number = 1 then ${open} else ${rest(unanswered - open)} end as unanswered
    from (select *, substring(email_address from 'member-(\\d+)@')::int as number from user_account
      where email_address like 'member-%@reviews.test') as numbered`
}

/** Adds members and their reviews to the main account, as the application would have stored them over two years. */
export const addReviews = async (owner: pg.Client, size: ReviewSize) => {
  await owner.query('select setseed(0.5)')
  await addMembers(owner, memberRows(size.members))
  const names = [JSON.stringify(firstNames), JSON.stringify(surnames)]
  await owner.query(shares(size))
  await owner.query('analyze member')
  for (const one of questions) await owner.query(one)
  for (const one of contacts(size.audience)) await owner.query(one.text, one.named ? names : [])
  await owner.query(invitations, names)
  await owner.query('analyze review_invitation')
  for (const one of [answers, scores, days, testimonials]) await owner.query(one)
}
