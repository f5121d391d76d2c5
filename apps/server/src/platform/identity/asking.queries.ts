import type { Database } from '#kit/database/database'
import type { Scope } from '#kit/database/scoped'
import { Refusal } from '#kit/errors'
import { networkOf, siteOf } from '#kit/http/address'
import { countTry } from './throttle.queries.ts'

type Limit = Parameters<typeof countTry>[2]
interface Asked {
  /** What is asked for: each has limits of its own. */
  what?: string
  more?: readonly Limit[]
  /** Nothing will come of it: it takes nothing from others, and is answered like all else. */
  isIdle?: boolean
}

/**
 * Counts what a visitor asks for, or refuses it with 429: five a minute from one network and 60 an hour from one site, so that nobody
 * alone uses up what all have together, 1,500 an hour in a tenant.
 */
export const countAsking = (db: Database, scope: Scope, ip: string, { what = 'enquiry', more = [], isIdle }: Asked = {}) => {
  const own = [
    { key: `from ${networkOf(ip)} ${what}`, most: 5, minutes: 1 },
    { key: `from site ${siteOf(ip)} ${what}`, most: 60, minutes: 60 },
  ]
  return countTry(db, scope, ...own, ...(isIdle ? [] : [...more, { key: what, most: 1_500, minutes: 60 }]))
}

/** Whether limits still let it be done, by the count of a try: too many is no refusal here. */
export const isWithin = (counted: Promise<unknown>) =>
  counted.then(
    () => true,
    (error: unknown) => {
      if (error instanceof Refusal && error.status === 429) return false
      throw error
    },
  )

/** Whether a visitor's mailbox, which may be anybody's, may have a letter: ten an hour, 20 a day. What is asked beyond them is kept, and nobody thanked. */
export const mayBeWritten = (db: Database, scope: Scope, email: string) => {
  const address = email.toLowerCase()
  const hour = { key: `enquiry by ${address}`, most: 10, minutes: 60 }
  return isWithin(countTry(db, scope, hour, { key: `enquiry today by ${address}`, most: 20, minutes: 24 * 60 }))
}
