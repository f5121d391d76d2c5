import type { WriteContext } from '../http/context.ts'
import { type RecordNews, notifyAfterCommit } from '../notifyNodes.ts'
import type { Changes } from './audit.ts'
import type { Entity } from './entity.ts'

type Values = Record<string, unknown>

/** As many records as are told one by one: the nodes tell one another in at most 8,000 bytes. */
const EACH = 20

const isId = (value: unknown): value is string =>
  typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value)

/** What records of a kind belong to: their parents, whose timelines they are on, and what a change has taken them away from. */
const aboutOf = ({ parents = [], subjects }: Entity, rows: readonly Values[], changes: Changes) => {
  const now = rows.flatMap((row) => [...parents.map(({ by }) => row[by]), ...(subjects?.(row as never) ?? [])])
  const before = Object.values(changes).map((change) => change.before)
  return [...new Set([...now, ...before].filter(isId))]
}

const newsOf = (of: Entity, rows: readonly Values[], changes: Changes): Omit<RecordNews, 'partitionId'> => {
  if (rows.length > EACH) return { kind: of.name, written: [], about: [] }
  const written = rows.map((row) => ({ uniqueId: row['uniqueId'] as string, version: row['updatedAt'] as string }))
  return { kind: of.name, written, about: aboutOf(of, rows, changes).slice(0, 3 * EACH) }
}

/** Tells open pages of records of a partition that were written, soon after the transaction. Each page asks anew for what it shows of them. */
export const tellOfRecords = ({ tx, scope }: WriteContext, of: Entity, rows: readonly Values[], changes: Changes = {}) => {
  if (rows.length === 0 || !('partitionId' in of.table)) return
  const records = { ...newsOf(of, rows, changes), partitionId: scope.partitionId }
  notifyAfterCommit(tx, { topic: 'record', tenantId: scope.tenantId, records })
}
