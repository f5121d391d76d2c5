import { Failure } from '#kit/api/failure'

/** What was refused, each reason once, with the names of those that it stands for. */
export const refusalsOf = (names: readonly string[], became: readonly unknown[]) => {
  const reasons = new Map<string, string[]>()
  for (const [at, outcome] of became.entries()) {
    if (outcome instanceof Failure) reasons.set(outcome.message, [...(reasons.get(outcome.message) ?? []), names[at] ?? ''])
  }
  return [...reasons].map(([message, refused]) => ({ message, names: refused }))
}
