import type { Logger } from 'pino'
import type { StatementText, StatementWatch } from '#kit/database/scoped'

/** Statistics of slow calls or statements of one name: count, maximum and sum in milliseconds, and the last time. */
export interface Slowest {
  count: number
  slowest: number
  milliseconds: number
  lastAt: string
}

/** Maximum number of names; later ones are ignored until the node restarts. There are as many names as the code has calls and statements. */
const MOST_SLOW = 1000

/** Collects slow calls or statements in memory: names and times. */
export const openSlowest = () => {
  const byName = new Map<string, Slowest>()
  return {
    byName: byName as ReadonlyMap<string, Readonly<Slowest>>,
    note: (name: string, milliseconds: number) => {
      const before = byName.get(name) ?? { count: 0, slowest: 0, milliseconds: 0 }
      if (byName.size >= MOST_SLOW && before.count === 0) return
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
const MOST_NAMES = 5000

const word = /^\s*(\w+)/
const table = /\b(?:from|into|update|join|cursor for select)\s+(?:only\s+)?(?:"public"\.)?"?([a-z_]\w{0,62})"?/i

/** The verb and first table of a statement: `select company_live`. Contains nothing else of its text. */
const read = (text: string) => {
  const verb = word.exec(text)?.[1]?.toLowerCase() ?? 'statement'
  const of = table.exec(text)?.[1]?.toLowerCase()
  return of ? `${verb} ${of}` : verb
}

/** Returns a function that names statements: by their prepared name, else by verb and table. Never contains a value. */
export const openNames = () => {
  const known = new Map<string, string>()
  return ({ name, text }: StatementText) => {
    if (name) return name
    const before = known.get(text)
    if (before) return before
    const found = read(text)
    if (known.size >= MOST_NAMES) known.clear()
    known.set(text, found)
    return found
  }
}

interface Needs {
  logger: Logger
  /** Milliseconds from which a statement is slow; 0: none is. */
  slow: number
  nameOf: ReturnType<typeof openNames>
  /** Called for each statement. */
  hear: StatementWatch['hear']
}

/** Counts statements, and logs slow ones by name. */
export const watchStatements = ({ logger, slow, nameOf, hear }: Needs) => {
  const slowest = openSlowest()
  const tellSlow: StatementWatch['tellSlow'] = (sent, milliseconds) => {
    const statement = nameOf(sent)
    slowest.note(statement, milliseconds)
    logger.warn({ statement, ms: Math.round(milliseconds) }, 'a statement was slow')
  }
  const watch: StatementWatch = { all: 0, failed: 0, milliseconds: 0, slow: slow || Infinity, tellSlow, hear }
  return { watch, slowest: slowest.byName }
}
