import { say } from '@tradewind/contract/kit/say'
import { reviewPolicy } from '@tradewind/contract/trust/policies'
import type { Invitation } from '@tradewind/contract/trust/review.schemas'
import type { InvitationState } from '@tradewind/contract/trust/review.words'
import type { reviewCampaignApi } from '@tradewind/contract/trust/reviewCampaign.contract'
import { and, count, eq, gt, sql } from 'drizzle-orm'
import type { Tx } from '#kit/database/database'
import { insertMany } from '#kit/database/insert'
import { contains, fold, lines } from '#kit/database/list'
import { tooMany } from '#kit/errors'
import { type ReadContext, readerOf, type WriteContext } from '#kit/http/context'
import { withRelations } from '#kit/record/crud'
import { entity } from '#kit/record/entity'
import { attempts } from '#platform/schema/identity.table'
import { type InvitationRow, reviewInvitations } from '#trust/schema/review.table'
import { barringAmong, mayGoAgain } from './again.ts'

/** Letters that all owners of a tenant may send in 24 hours, and one of them: nobody uses up the day of the others. */
const OF_ALL = 10_000
const OF_ONE = 5_000

const KEY = 'review letters'
const HOUR = 3600

/** Whose letters are counted, and in which transaction. */
interface Counting {
  tx: Tx
  scope: { tenantId: string }
  actor: { uniqueId: string }
}

/** One campaign of a tenant after the other: each sees whom those before it have asked. */
export const inLine = ({ tx, scope }: Pick<Counting, 'tx' | 'scope'>) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${scope.tenantId + KEY}, 3))`)

const ownKeyOf = ({ actor }: Counting) => `review letters of ${actor.uniqueId}`

const sentToday = async (key: string, { tx }: Counting) => {
  const today = and(eq(attempts.key, key), gt(attempts.dateCreated, sql`now() - interval '24 hours'`))
  const [counted] = await tx.select({ sent: count() }).from(attempts).where(today)
  return counted!.sent
}

/** How many letters the day still has room for. For whoever is in line. */
export const lettersLeft = async (counting: Counting) => {
  const [own, all] = [await sentToday(ownKeyOf(counting), counting), await sentToday(KEY, counting)]
  return Math.max(0, Math.min(OF_ONE - own, OF_ALL - all))
}

/** Counts letters that go out, and refuses with 429 what would be too many for the day. For whoever is in line. */
export const countLetters = async (letters: number, counting: Counting) => {
  const ownKey = ownKeyOf(counting)
  if ((await sentToday(ownKey, counting)) + letters > OF_ONE)
    throw tooMany(
      HOUR,
      say('At most 5,000 invitations of yours go out in 24 hours. Please ask fewer contacts, or try again later.'),
    )
  if ((await sentToday(KEY, counting)) + letters > OF_ALL)
    throw tooMany(HOUR, say('At most 10,000 invitations go out in 24 hours. Please ask fewer contacts, or try again later.'))
  const rows = Array.from({ length: letters }, () => [{ key: KEY }, { key: ownKey }])
  await insertMany(counting.tx, attempts, rows.flat())
}

const keyOf = (name: string) => fold(name).slice(0, 200)
const { keep } = reviewPolicy

/** An invitation as its owner lists it. No call of its own creates, changes or removes one. */
export const invitationEntity = entity<typeof reviewInvitations, typeof reviewCampaignApi>({
  name: 'reviewInvitation',
  table: reviewInvitations,
  policy: { see: keep, create: [], update: [], remove: [], restore: [] },
  title: 'lastName',
  computedColumns: ({ firstName, lastName, companyName, emailAddress, title }) => ({
    searchText: lines(firstName, lastName, companyName, `${firstName} ${lastName}`, emailAddress, title),
    firstKey: keyOf(firstName),
    lastKey: keyOf(lastName),
    companyKey: keyOf(companyName),
  }),
  sorts: {
    dateCreated: reviewInvitations.dateCreated,
    firstName: reviewInvitations.firstKey,
    lastName: reviewInvitations.lastKey,
    company: reviewInvitations.companyKey,
  },
  filters: {
    firstName: (needle) => contains(reviewInvitations, needle, 1),
    lastName: (needle) => contains(reviewInvitations, needle, 2),
    company: (needle) => contains(reviewInvitations, needle, 3),
    invitationStatus: (state) => eq(reviewInvitations.state, state as InvitationState),
  },
})

const shown = ({ emailAddress, state, linkId, ...row }: InvitationRow, resendable: boolean): Invitation => ({
  ...row,
  viaLink: linkId !== null,
  email: emailAddress,
  invitationStatus: state,
  resendable,
})

/** Invitations as they are answered. */
export const shownInvitations = async (rows: InvitationRow[], context: ReadContext | WriteContext) => {
  const again = rows.filter((row) => mayGoAgain(row) === null)
  const barring = await barringAmong(readerOf(context), context.actor.uniqueId, again)
  return rows.map((row) => shown(row, mayGoAgain(row) === null && !barring(row)))
}

export const { list, get } = withRelations(invitationEntity, shownInvitations)
