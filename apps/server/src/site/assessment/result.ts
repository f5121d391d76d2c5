import type { Language } from '@tradewind/contract/kit/language'
import { say } from '@tradewind/contract/kit/say'
import { and, eq, isNull } from 'drizzle-orm'
import { type Database, type Reader, tenantScope } from '#kit/database/database'
import { notFound } from '#kit/errors'
import type { ReadContext } from '#kit/http/context'
import { byNetwork, countTry } from '#platform/identity/throttle.queries'
import { assessments } from '#site/schema/assessment.table'
import { comparisonOf, wasMailed, worded } from './assessment.queries.ts'

export interface ResultNeeds {
  db: Database
  links: {
    read: (
      db: Reader,
      tenantId: string,
      token: string,
      purpose: 'RESULT',
    ) => Promise<{ uniqueId: string; subject: string } | undefined>
  }
}

export interface AskedResult {
  token: string
  lang?: Language | undefined
}

/** Whoever tries links that are none may do so 30 times a minute. A link that is one is never refused. */
const guesses = (ip: string) => byNetwork('result guessed', ip, 30, 1)

/**
 * The result behind a link: a visitor comes into the partition of the staff by a secret, and sees scores alone. What the address answered before
 * is shown by the link that it was mailed, and by no other. Every token that is none of this tenant's results is answered alike, and counted by
 * who tries it.
 */
export const resultBy =
  ({ db, links }: ResultNeeds) =>
  async ({ token, lang }: AskedResult, { scope, ip }: Pick<ReadContext, 'scope' | 'ip'>) => {
    const { tenantId } = scope
    const link = await links.read(db.as(tenantScope(tenantId)), tenantId, token, 'RESULT')
    const within = { tenantId, partitionId: tenantId }
    const staff = db.as(within)
    const isIt = link && and(eq(assessments.uniqueId, link.subject), isNull(assessments.deletedAt))
    const [found] = isIt ? await staff.select().from(assessments).where(isIt) : []
    if (!link || !found) {
      await countTry(db, scope, ...guesses(ip))
      throw notFound(say('Result not found'))
    }
    const isMailed = wasMailed(link)
    const [[shown], comparison] = await Promise.all([worded(staff, [found], lang), comparisonOf(staff, within, found, isMailed)])
    const { dateCreated, averages, answers, before } = shown!
    return { dateCreated, averages, answers, comparison, before: isMailed ? before : null }
  }
