import type { Logger } from 'pino'
import type { StatementText, StatementWatch } from '#kit/database/scoped'

/** What was slow, by name: how often, the slowest and all together in milliseconds, and when last. */
export interface Slowest {
  count: number
  slowest: number
  milliseconds: number
  lastAt: string
}

/** Names that are kept; those that come after are not, until the node is started anew. There are as many as the code has calls and statements. */
const MOST_SLOW = 1000

/** Keeps what was slow in memory: names and times. */
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

/** Names that are remembered by text; one more, and all are found again. */
const MOST_NAMES = 5000

const word = /^\s*(\w+)/
const table = /\b(?:from|into|update|join|cursor for select)\s+(?:only\s+)?(?:"public"\.)?"?([a-z_]\w{0,62})"?/i

/** What a statement does first, and to which table: `select company_live`. Nothing else of its text is in it. */
const read = (text: string) => {
  const verb = word.exec(text)?.[1]?.toLowerCase() ?? 'statement'
  const of = table.exec(text)?.[1]?.toLowerCase()
  return of ? `${verb} ${of}` : verb
}

/** Names statements: by the name under which they are kept, else by their verb and table. Never by a value. */
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
  /** Hears of each statement. */
  hear: StatementWatch['hear']
}

/** Counts statements, and writes the slow ones to the log, by name. */
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
