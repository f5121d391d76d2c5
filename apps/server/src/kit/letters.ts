import { phrase } from '@tradewind/contract/kit/phrase'
import type { LetterKind } from '@tradewind/contract/platform/letter.contract'
import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * The mailbox of an address, in lower case: `Pro+shop@a.example` is a sub-address of `pro@a.example`. Gmail ignores dots and has two domains:
 * `p.r.o@googlemail.com` is `pro@gmail.com`. `mailboxSql` is the same in SQL.
 */
export const mailboxOf = (address: string) => {
  const mailbox = address.toLowerCase().replace(/\+[^@]*@/, '@')
  const [, name] = /^(.*)@(?:gmail|googlemail)\.com$/.exec(mailbox) ?? []
  return name === undefined ? mailbox : `${name.replaceAll('.', '')}@gmail.com`
}

/** One attempt to send the letter of a job, as its sender sees it. */
export interface Attempt {
  /** Records the recipient's address. */
  addressed: (address: string) => void
  /** Commits that sending begins, before the first byte is sent: a later attempt that finds it begun does not send it again. */
  begin: () => Promise<void>
  /** Ends all attempts: the letter was rejected, or it is unknown whether it arrived. `message`: the mail server's message, if any. */
  end: (state: 'REFUSED' | 'UNCERTAIN', message: string) => void
  /** The letter was certainly not accepted; it is tried again later. */
  retryLater: (message: string) => void
}

const current = new AsyncLocalStorage<Attempt>()

/** The current attempt; undefined where no job is sending. */
export const currentAttempt = () => current.getStore()

/** The progress of a letter, stored with its job. */
export interface LetterProgress {
  to?: string
  state?: 'BEGUN' | 'REFUSED' | 'UNCERTAIN'
  problem?: string
}

interface Letter {
  progress: LetterProgress | undefined
  /** Stores the progress with the job; `isLast`: the job is not tried again. */
  saveProgress: (progress: LetterProgress, isLast?: boolean) => Promise<void>
}

const UNREACHABLE = phrase('The mail server cannot be reached')
const problems = {
  REFUSED: phrase('The mail server refused the email'),
  UNCERTAIN: phrase('The connection was lost while the email was being sent'),
}
const INTERRUPTED = phrase('The server was stopped while the email was being sent')

/** Sends a letter once, in one of the attempts of its job: one that was interrupted while sending is not sent again. Throws where it was not sent. */
export const sendOnce = async ({ progress = {}, saveProgress }: Letter, work: () => Promise<void>) => {
  const { state: stateBefore, ...others } = progress
  // A letter that was rejected, or that may have arrived, is only tried again by an operator: how that attempt ended says nothing about this one.
  let now: LetterProgress = others
  let isBeingSent = false
  const endForGood = async () => {
    await saveProgress(now, true)
    throw new Error('This letter is not sent again')
  }
  if (stateBefore === 'BEGUN') {
    now = { ...now, state: 'UNCERTAIN', problem: INTERRUPTED }
    return endForGood()
  }
  const attempt: Attempt = {
    addressed: (to) => (now = { ...now, to }),
    begin: async () => {
      await saveProgress({ ...now, state: 'BEGUN' })
      isBeingSent = true
    },
    end: (state, message) => (now = { ...now, state, problem: message || problems[state] }),
    retryLater: (message) => {
      now = { ...now, problem: message || UNREACHABLE }
      isBeingSent = false
    },
  }
  try {
    await current.run(attempt, work)
  } catch (error) {
    if (!now.state && isBeingSent) now = { ...now, state: 'UNCERTAIN', problem: INTERRUPTED } // sending had begun, and then something else failed
    if (!now.state) await saveProgress(now)
    if (!now.state) throw error
  }
  if (now.state) await endForGood()
}

interface Sql {
  executeSql: (text: string, values?: unknown[]) => Promise<{ rows: unknown[] }>
}

interface UnsentLetter {
  id: string
  createdAt: Date
  name: string
  tenantId: string
  state: 'created' | 'retry' | 'active' | 'failed'
  /** The number of attempts so far. */
  tries: number
  nextAt: Date
  progress: LetterProgress | null
  total: number
}

/** SQL condition: the job is not completed. */
export const unsentSql = `state in ('created', 'retry', 'active', 'failed')`

/** An index that finds unsent letters fast, however many were sent. */
export const letterIndexSql = (schema: string) =>
  `create index if not exists letter_unsent on ${schema}.job_common (name, created_on, id) where ${unsentSql};`

/** SQL condition: it was to be sent by now. The result of a job is mailed later, unless it is read before. */
const dueSql = `not (state = 'created' and start_after > now())`

/** Unsent letters of all tenants that were to be sent by now, waiting or failed. For the super admin only. */
export const listUnsentLetters = async (
  db: Sql,
  schema: string,
  kinds: ReadonlyMap<string, LetterKind>,
  { limit, offset, newestFirst }: { limit: number | null; offset: number; newestFirst: boolean },
) => {
  const direction = newestFirst ? 'desc' : 'asc'
  const { rows } = await db.executeSql(
    `select id, created_on as "createdAt", name, data->>'tenantId' as "tenantId", state,
       case state when 'created' then 0 else retry_count + 1 end as tries, start_after as "nextAt", data->'sending' as progress, count(*) over ()::int as total
     from ${schema}.job_common where name = any($1) and ${unsentSql} and ${dueSql} order by created_on ${direction}, id ${direction} limit $2 offset $3`,
    [[...kinds.keys()], limit, offset],
  )
  return rows as UnsentLetter[]
}

interface LetterProblem {
  id: string
  createdAt: Date
  tenantId: string
  progress: LetterProgress
}

/** How many of a queue's oldest and newest jobs are examined, however many there are: where the mail server is unreachable, the oldest ones show it. */
const SAMPLE_SIZE = 500

/** The five newest letters that the mail server did not accept, among the oldest and the newest of each kind. */
export const listLetterProblems = async (db: Sql, schema: string, kinds: ReadonlyMap<string, LetterKind>) => {
  const sampleSql = (direction: 'asc' | 'desc') =>
    `(select id, created_on, data from ${schema}.job_common where name = kind and ${unsentSql} order by created_on ${direction}, id ${direction} limit ${SAMPLE_SIZE})`
  const { rows } = await db.executeSql(
    `select id, created_on as "createdAt", data->>'tenantId' as "tenantId", data->'sending' as progress
     from unnest($1::text[]) kind cross join lateral (${sampleSql('asc')} union ${sampleSql('desc')}) looked
     where data->'sending'->>'problem' is not null order by created_on desc, id desc limit 5`,
    [[...kinds.keys()]],
  )
  return rows as LetterProblem[]
}

/** Stores the progress of a letter with its job. */
export const progressSaver =
  (db: Sql, schema: string, { name, id }: { name: string; id: string }) =>
  async (progress: LetterProgress, isLast = false) => {
    const last = isLast ? ', retry_limit = retry_count' : ''
    const text = `update ${schema}.job set data = jsonb_set(data, '{sending}', $3::jsonb)${last} where name = $1 and id = $2`
    await db.executeSql(text, [name, id, JSON.stringify(progress)])
  }
