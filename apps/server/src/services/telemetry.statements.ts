import type { Logger } from 'pino'
import type { StatementText, StatementWatch } from '#kit/database/scoped'

/** Statistics of slow calls or statements of one name: count, maximum and sum in milliseconds, and the last time. */
export interface SlowStatistics {
  count: number
  slowest: number
  milliseconds: number
  lastAt: string
}

/** Maximum number of names; later ones are ignored until the node restarts. There are as many names as the code has calls and statements. */
const MAX_SLOW_NAMES = 1000

/** Collects slow calls or statements in memory: names and times. */
export const openSlowStatistics = () => {
  const byName = new Map<string, SlowStatistics>()
  return {
    byName: byName as ReadonlyMap<string, Readonly<SlowStatistics>>,
    note: (name: string, milliseconds: number) => {
      const before = byName.get(name) ?? { count: 0, slowest: 0, milliseconds: 0 }
      if (byName.size >= MAX_SLOW_NAMES && before.count === 0) return
      byName.set(name, {
        count: before.count + 1,
        slowest: Math.max(before.slowest, milliseconds),
        milliseconds: before.milliseconds + milliseconds,
        lastAt: new Date().toISOString(),
      })
    },
  }
}

/** Maximum number of names cached by text; one more clears the cache. */
const MAX_CACHED_NAMES = 5000

const word = /^\s*(\w+)/
const table = /\b(?:from|into|update|join|cursor for select)\s+(?:only\s+)?(?:"public"\.)?"?([a-z_]\w{0,62})"?/i

/** The verb and first table of a statement: `select company_live`. Contains nothing else of its text. */
const summarize = (text: string) => {
  const verb = word.exec(text)?.[1]?.toLowerCase() ?? 'statement'
  const of = table.exec(text)?.[1]?.toLowerCase()
  return of ? `${verb} ${of}` : verb
}

/** Returns a function that names statements: by their prepared name, else by verb and table. Never contains a value. */
export const openStatementNames = () => {
  const cache = new Map<string, string>()
  return ({ name, text }: StatementText) => {
    if (name) return name
    const before = cache.get(text)
    if (before) return before
    const found = summarize(text)
    if (cache.size >= MAX_CACHED_NAMES) cache.clear()
    cache.set(text, found)
    return found
  }
}

interface Needs {
  logger: Logger
  /** Milliseconds from which a statement is slow; 0: none is. */
  slow: number
  nameOf: ReturnType<typeof openStatementNames>
  /** Called for each statement. */
  onStatement: StatementWatch['hear']
}

/** Counts statements, and logs slow ones by name. */
export const watchStatements = ({ logger, slow, nameOf, onStatement }: Needs) => {
  const slowest = openSlowStatistics()
  const reportSlow: StatementWatch['reportSlow'] = (sent, milliseconds) => {
    const statement = nameOf(sent)
    slowest.note(statement, milliseconds)
    logger.warn({ statement, ms: Math.round(milliseconds) }, 'a statement was slow')
  }
  const watch: StatementWatch = { all: 0, failed: 0, milliseconds: 0, slow: slow || Infinity, reportSlow, hear: onStatement }
  return { watch, slowest: slowest.byName }
}
