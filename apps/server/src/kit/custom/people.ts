import { isStaff, STAFF } from '@tradewind/contract/roles'
import { sql } from 'drizzle-orm'
import type { WriteContext } from '../http/context.ts'

/** Somebody whom a file may mean. `isOpen`: they can be named anew; others are kept where they are. */
interface Person {
  id: string
  email: string
  name: string
  isOpen: boolean
}

const folded = (text: string) => text.trim().replace(/\s+/g, ' ').toLowerCase()

/** The people whom these texts name, by address or full name. Members can name themselves alone. By name: the kit knows no people. */
export const peopleNamed = async (texts: readonly string[], { tx, actor }: WriteContext) => {
  const sought = [...new Set(texts.map(folded))]
  if (sought.length === 0) return () => []
  const name = sql`lower(concat_ws(' ', first_name, nullif(middle_name, ''), last_name))`
  const among = sql`any(${sql.param(sought)}::text[])`
  const roles = isStaff(actor) ? [...STAFF] : []
  const { rows } = await tx.execute<
    Person & Record<string, unknown>
  >(sql`select id, lower(email_address) as email, ${name} as name,
      (deactivated_at is null and (role::text = any(${sql.param(roles)}::text[]) or id = ${actor.uniqueId})) as "isOpen"
    from user_account where deleted_at is null and (lower(email_address) = ${among} or ${name} = ${among}) order by id`)
  return (text: string): readonly Person[] => {
    const one = folded(text)
    const byEmail = rows.filter(({ email }) => email === one)
    return byEmail.length > 0 ? byEmail : rows.filter((person) => folded(person.name) === one)
  }
}
export type PeopleNamed = Awaited<ReturnType<typeof peopleNamed>>
