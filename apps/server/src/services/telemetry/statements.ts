import type { Logger } from 'pino'
import type { StatementText, StatementWatch } from '#kit/database/scoped'
import { openSlowest } from './slowest.ts'

/** Names that are remembered by text; one more, and all are found again. */
const MOST = 5000

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
    if (known.size >= MOST) known.clear()
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
