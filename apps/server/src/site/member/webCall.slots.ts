import { BOOK_DAYS, CALL_MINUTES, CHANGE_HOURS } from '@tradewind/contract/site/member/webCall.fields'
import { HOSTING } from '@tradewind/contract/site/policies'
import { inArray, type SQL, sql } from 'drizzle-orm'
import type { Reader, Tx } from '#kit/database/database'
import { isOpenAccount, users } from '#platform/schema/user.table'
import { webCallHours, webCalls } from '#site/schema/webCall.table'

const minutes = sql.raw(`interval '${CALL_MINUTES} minutes'`)
const soonest = sql.raw(`now() + interval '${CHANGE_HOURS} hours'`)
const latest = sql.raw(`now() + interval '${BOOK_DAYS} days'`)

/** As much of a span of time as can be booked now. */
export const bookable = (from: SQL, until: SQL) => ({
  from: sql`greatest(${from}, ${soonest})`,
  until: sql`least(${until}, ${latest})`,
})

interface Wanted {
  /** Moments, as SQL: from the first on, before the second. */
  from: SQL
  until: SQL
  /** Who books: nobody has two calls at once. */
  memberId: string
  /** The call that is moved: of its host alone, and it is in nobody's way. */
  moved?: { uniqueId: string; hostId: string } | undefined
}

/**
 * The free times of the staff, of each host. Hours are cut into calls from the moment at which they begin, in the host's zone, to the moment at
 * which they end: on the days of 23 and of 25 hours there is as much as there is.
 */
export const freeTimes = async (db: Reader | Tx, { from, until, memberId, moved }: Wanted) => {
  const hosts = sql`${webCallHours} join ${users} on ${users.uniqueId} = ${webCallHours.userId} and ${users.tenantId} = ${webCallHours.tenantId}`
  const zone = sql`${webCallHours.timeZone}`
  const localDay = (moment: SQL) => sql`(${moment} at time zone ${zone})::date`
  const notThis = moved ? sql` and ${webCalls.uniqueId} <> ${moved.uniqueId}` : sql``
  const inTheWay = sql`exists (select from ${webCalls} where ${webCalls.tenantId} = ${webCallHours.tenantId}
    and ${webCalls.state} = 'BOOKED' and ${webCalls.startsAt} > slot - ${minutes} and ${webCalls.startsAt} < slot + ${minutes}
    and (${webCalls.hostId} = ${webCallHours.userId} or ${webCalls.createdBy} = ${memberId})${notThis})`
  const { rows } = await db.execute<{ hostId: string; startsAt: string }>(sql`
    select ${webCallHours.userId} as "hostId", to_char(slot at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "startsAt"
    from ${hosts}
    cross join lateral (select ${from} as first, ${until} as last) span
    cross join lateral generate_series(0, ${localDay(sql`last`)} - ${localDay(sql`first`)}) as number
    cross join lateral (select ${localDay(sql`first`)} + number as day) on_day
    cross join lateral jsonb_to_recordset(${webCallHours.weekly}) as times ("day" int, "from" text, "until" text)
    cross join lateral generate_series(
      (on_day.day + times."from"::time) at time zone ${zone},
      (on_day.day + times."until"::time) at time zone ${zone} - ${minutes},
      ${minutes}) as slot
    where ${inArray(users.role, [...HOSTING])} and ${isOpenAccount}
      ${moved ? sql`and ${webCallHours.userId} = ${moved.hostId}` : sql``}
      and times."day" = extract(isodow from on_day.day) and slot >= first and slot < last
      and not exists (
        select from jsonb_to_recordset(${webCallHours.daysOff}) as off ("from" date, "until" date) where on_day.day between off."from" and off."until")
      and not ${inTheWay}
    order by slot, ${webCallHours.userId}`)
  return rows
}

/** Who of the staff is free at this moment, whoever has the fewest calls ahead first. */
export const freeHosts = async (db: Reader | Tx, startsAt: string, wanted: Pick<Wanted, 'memberId' | 'moved'>) => {
  const from = sql`${startsAt}::timestamptz`
  const free = await freeTimes(db, { ...wanted, ...bookable(from, sql`${from} + interval '1 millisecond'`) })
  const ids = free.map(({ hostId }) => hostId)
  if (ids.length < 2) return ids
  const { rows } = await db.execute<{ hostId: string }>(sql`
    select ${webCalls.hostId} as "hostId" from ${webCalls}
    where ${inArray(webCalls.hostId, ids)} and ${webCalls.state} = 'BOOKED' and ${webCalls.startsAt} > now()`)
  const callsOf = (id: string) => rows.filter(({ hostId }) => hostId === id).length
  return ids.toSorted((one, other) => callsOf(one) - callsOf(other))
}
