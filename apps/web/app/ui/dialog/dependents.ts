import { Failure } from '#kit/api/failure'

/** How many records belong to another, by kind. */
export type Dependents = Readonly<Record<string, number>>

/** What belongs to a record, where the server refused to delete it for that. */
export const dependentsIn = ({ status, data }: Failure): Dependents | null => {
  const counts = Object.entries(data ?? {})
  const areCounts = counts.length > 0 && counts.every(([, count]) => typeof count === 'number')
  return status === 409 && areCounts ? (data as Dependents) : null
}

/** What belongs to all the records of these outcomes, where the server refused to delete them for that. */
export const dependentsOfAll = (outcomes: readonly unknown[]): Dependents => {
  const all: Record<string, number> = {}
  for (const outcome of outcomes) {
    const dependents = outcome instanceof Failure ? dependentsIn(outcome) : null
    for (const [kind, count] of Object.entries(dependents ?? {})) all[kind] = (all[kind] ?? 0) + count
  }
  return all
}
