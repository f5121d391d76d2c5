import type { Actor } from '@tradewind/contract/roles'
import { sql } from 'drizzle-orm'
import type { News } from '../../notifyNodes.ts'
import { nextLook } from '../../shared.ts'
import { type Database, nowhere, tenantScope } from '../database.ts'
import { POSITION } from './needs.ts'

/** Tells every node that these have written up to here, and answers where that is. */
const telling = (text: string[]) => sql`
  with here as materialized (
    select ${sql.raw(POSITION)} as position, set_config('synchronous_commit', 'off', true) as quick)
  select position, (select count(pg_notify('tradewind', (user_id::jsonb || jsonb_build_object('position', position))::text))
    from unnest(array[${sql.join(text, sql`, `)}]::text[]) user_id) as told from here`

/** Who has written is told by this topic: `position` says up to where. */
export const WRITTEN = 'written'
export type Written = News & { position?: number }

/** Gathers who has written while it is told of others: one statement for all of them. */
export const openTelling = (db: Database) => {
  let writers = new Map<string, Written>()
  const tell = nextLook(async () => {
    const told = [...writers.values()].map((writer) => JSON.stringify(writer))
    writers = new Map()
    const { rows } = await db.as(tenantScope(nowhere)).execute<{ position: number }>(telling(told))
    return rows[0]!.position
  })
  return ({ uniqueId: userId, tenantId }: Pick<Actor, 'uniqueId' | 'tenantId'>) => {
    writers.set(userId, { topic: WRITTEN, tenantId, userId })
    return tell()
  }
}
