import { phrase } from '@tradewind/contract/kit/say'
import { TENANT_ADMINS } from '@tradewind/contract/roles'
import type { CaseKind } from '@tradewind/contract/trust/reviewCase.words'
import { and, desc, eq, gte, inArray, type SQL, sql } from 'drizzle-orm'
import { hash } from 'node:crypto'
import type { Tx } from '#kit/database/database'
import { plain } from '#kit/database/list'
import { excludedUpdatedAt } from '#kit/database/table'
import { networkOf } from '#kit/http/address'
import type { Notice, Notify } from '#platform/notification/notification.queries'
import { isOpenAccount, users } from '#platform/schema/user.table'
import type { AnswerRow } from './schema/review.table.ts'
import { answerTraces, reviewCases } from './schema/reviewCase.table.ts'

type NewCase = Pick<typeof reviewCases.$inferInsert, 'ownerId' | 'kind' | 'sign' | 'answerIds' | 'count' | 'reason' | 'note'>

/** Makes a case, or adds to the one that there is: a report is counted, a sign names the answers that have it by now. A decision stands. */
export const openCase = async (tx: Tx, made: NewCase) => {
  const { tenantId, ownerId, kind, sign, count } = reviewCases
  const again =
    made.kind === 'REPORT' ? { count: sql`${count} + 1` } : { count: sql`excluded.count`, answerIds: sql`excluded.answer_ids` }
  const [found] = await tx
    .insert(reviewCases)
    .values(made)
    .onConflictDoUpdate({ target: [tenantId, ownerId, kind, sign], set: { ...again, updatedAt: excludedUpdatedAt } })
    .returning({ uniqueId: reviewCases.uniqueId, tenantId, isNew: sql<boolean>`xmax = 0` })
  return found!
}

/** Tells the tenant's admins of a case. */
export const tellAdmins = async (
  tx: Tx,
  notify: Notify,
  { uniqueId, tenantId }: { uniqueId: string; tenantId: string },
  told: Pick<Notice, 'subject' | 'content' | 'values'>,
) => {
  const admins = await tx
    .select({ userId: users.uniqueId })
    .from(users)
    .where(and(inArray(users.role, [...TENANT_ADMINS]), isOpenAccount))
  await notify(tx, tenantId, ...admins.map(({ userId }) => ({ userId, ...told, path: `reviewCase/show/${uniqueId}` })))
}

/** Answers to one owner from which on it is told: from one network in a day, in one minute, and with the same words. */
const MANY = { NETWORK: 5, MINUTE: 5, SAME_WORDS: 2 } as const
/** Words that are shorter may well be the same by chance. */
const LEAST_LETTERS = 20
/** Answers that a case names, at most: the latest. */
const NAMED = 100

interface Needs {
  links: { tokenOf: (tenantId: string, id: string) => string }
  notify: Notify
}

interface Came {
  owner: typeof users.$inferSelect
  answer: AnswerRow
  ip: string
  /** The day of the answer. */
  day: string
}

/** What two answers are alike in, as a keyed hash: nobody can find out from it what it was. */
const keyed = ({ links }: Needs, tenantId: string, what: string, text: string) =>
  hash('sha256', links.tokenOf(tenantId, `${what} ${text}`), 'base64url')

const lettersOf = (remark: string | null) =>
  plain(remark ?? '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/**
 * Notes what an answer has in common with others, and tells the tenant's admins where that looks made up. Nothing is refused and nothing removed:
 * a stand at a fair is one network, too. For whoever holds the owner's score.
 */
export const noteSigns = async (tx: Tx, needs: Needs, { owner, answer, ip, day }: Came) => {
  const { tenantId, uniqueId: ownerId } = owner
  const words = lettersOf(answer.remark)
  const networkHash = keyed(needs, tenantId, 'network', networkOf(ip))
  const wordsHash = words.length >= LEAST_LETTERS ? keyed(needs, tenantId, 'words', words) : null
  await tx.insert(answerTraces).values({ ownerId, answerId: answer.uniqueId, networkHash, wordsHash })
  const { dateCreated } = answerTraces
  const signs: { kind: Exclude<CaseKind, 'REPORT'>; sign: string; which: SQL | undefined }[] = [
    {
      kind: 'NETWORK',
      sign: `${day} ${networkHash}`,
      which: and(eq(answerTraces.networkHash, networkHash), gte(dateCreated, sql`now() - interval '1 day'`)),
    },
    { kind: 'MINUTE', sign: answer.dateCreated.slice(0, 16), which: gte(dateCreated, sql`now() - interval '1 minute'`) },
    ...(wordsHash ? [{ kind: 'SAME_WORDS' as const, sign: wordsHash, which: eq(answerTraces.wordsHash, wordsHash) }] : []),
  ]
  for (const { kind, sign, which } of signs) {
    const alike = await tx
      .select({ answerId: answerTraces.answerId })
      .from(answerTraces)
      .where(and(eq(answerTraces.ownerId, ownerId), which))
      .orderBy(desc(dateCreated))
      .limit(NAMED)
    if (alike.length < MANY[kind]) continue
    const answerIds = alike.map(({ answerId }) => answerId)
    const found = await openCase(tx, { ownerId, kind, sign, answerIds, count: alike.length })
    if (found.isNew)
      await tellAdmins(tx, needs.notify, found, {
        subject: phrase('Answers about {company} look alike'),
        content: phrase('This may be a coincidence. Please have a look: nothing was removed.'),
        values: { company: owner.userCompanyName ?? '' },
      })
  }
}
