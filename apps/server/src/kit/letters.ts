import type { LetterKind } from '@tradewind/contract/platform/letter.contract'
import type { LetterNote } from './attempt.ts'

interface Sql {
  executeSql: (text: string, values?: unknown[]) => Promise<{ rows: unknown[] }>
}

interface Waiting {
  id: string
  createdAt: Date
  name: string
  tenantId: string
  state: 'created' | 'retry' | 'active' | 'failed'
  tries: number
  nextAt: Date
  note: LetterNote | null
  total: number
}

/** A job that is not done. */
export const unsent = `state in ('created', 'retry', 'active', 'failed')`

/** What has it found fast that is not sent, however many letters went out. */
export const letterIndex = (schema: string) =>
  `create index if not exists letter_unsent on ${schema}.job_common (name, created_on, id) where ${unsent};`

/** Letters that wait, or that will not be sent any more, of every tenant. For the super admin, and nobody else. */
export const unsentLetters = async (
  db: Sql,
  schema: string,
  kinds: ReadonlyMap<string, LetterKind>,
  { limit, offset, newestFirst }: { limit: number | null; offset: number; newestFirst: boolean },
) => {
  const way = newestFirst ? 'desc' : 'asc'
  const { rows } = await db.executeSql(
    `select id, created_on as "createdAt", name, data->>'tenantId' as "tenantId", state, retry_count as tries, start_after as "nextAt",
       data->'sending' as note, count(*) over ()::int as total
     from ${schema}.job_common where name = any($1) and ${unsent} order by created_on ${way}, id ${way} limit $2 offset $3`,
    [[...kinds.keys()], limit, offset],
  )
  return rows as Waiting[]
}

interface Problem {
  id: string
  createdAt: Date
  tenantId: string
  note: LetterNote
}

/** As many of a queue's oldest and newest are looked at, however many there are: where the mail server is away, the oldest say so. */
const LOOKED_AT = 500

/** The five newest letters that the mail server did not take, among the oldest and the newest of each kind. */
export const letterProblems = async (db: Sql, schema: string, kinds: ReadonlyMap<string, LetterKind>) => {
  const some = (way: 'asc' | 'desc') =>
    `(select id, created_on, data from ${schema}.job_common where name = kind and ${unsent} order by created_on ${way}, id ${way} limit ${LOOKED_AT})`
  const { rows } = await db.executeSql(
    `select id, created_on as "createdAt", data->>'tenantId' as "tenantId", data->'sending' as note
     from unnest($1::text[]) kind cross join lateral (${some('asc')} union ${some('desc')}) looked
     where data->'sending'->>'problem' is not null order by created_on desc, id desc limit 5`,
    [[...kinds.keys()]],
  )
  return rows as Problem[]
}

/** Keeps what became of a letter with its job. */
export const noteKeeper =
  (db: Sql, schema: string, { name, id }: { name: string; id: string }) =>
  async (note: LetterNote, isLast = false) => {
    const last = isLast ? ', retry_limit = retry_count' : ''
    const text = `update ${schema}.job set data = jsonb_set(data, '{sending}', $3::jsonb)${last} where name = $1 and id = $2`
    await db.executeSql(text, [name, id, JSON.stringify(note)])
  }
