import type { Language } from '@tradewind/contract/kit/language'
import { say, type Sentence } from '@tradewind/contract/kit/say'
import { eq } from 'drizzle-orm'
import { type Database, tenantScope } from '#kit/database/database'
import { invalid, unauthenticated } from '#kit/errors'
import type { RequestContext } from '#kit/http/context'
import { users } from '#platform/schema/user.table'

/** What whoever answers types of themselves. */
export interface Given {
  email?: string | undefined
  title?: string | undefined
  firstName?: string | undefined
  lastName?: string | undefined
  /** ISO code. */
  country?: string | undefined
  contactNumber?: string | null | undefined
}

/** Who answers the self-assessment. */
export interface Answerer {
  email: string
  title: string | null
  firstName: string
  lastName: string
  /** Empty where an account, which knows none, was not asked for it. */
  country: string
  contactNumber: string | null
  /** The account's. */
  language: Language | null
}

const required = {
  email: say('{what} is required', { what: say('Email') }),
  title: say('{what} is required', { what: say('Title') }),
  firstName: say('{what} is required', { what: say('First name') }),
  lastName: say('{what} is required', { what: say('Last name') }),
  country: say('{what} is required', { what: say('Country') }),
  contactNumber: say('{what} is required', { what: say('Contact number') }),
} satisfies Record<keyof Given, Sentence>

const visitorOf = (given: Given): Answerer => {
  const missing = Object.entries(required).filter(([field]) => !given[field as keyof Given])
  if (missing.length > 0) throw invalid(Object.fromEntries(missing), say('All fields are mandatory to proceed!'))
  return { ...(given as Required<Given> & Record<Exclude<keyof Given, 'contactNumber'>, string>), language: null } as Answerer
}

/** Who answers: a visitor by what they typed; whoever is signed in by the account, and by what they typed where it has nothing. */
export const answererOf = async (db: Database, { actor }: RequestContext, given: Given): Promise<Answerer> => {
  if (actor.roles.length === 0) return visitorOf(given)
  const [account] = await db.as(tenantScope(actor.tenantId)).select().from(users).where(eq(users.uniqueId, actor.uniqueId))
  if (!account) throw unauthenticated()
  const { emailAddress: email, firstName, lastName, language } = account
  const { title = null, country = '', contactNumber = null } = given
  return { email, firstName, lastName, title, country, contactNumber, language }
}
