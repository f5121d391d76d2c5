import type { Case } from './cases/case.ts'
import type { Slice } from './figures.ts'
import type { Child } from './process/child.ts'
import type { Measured } from './process/load.ts'
import { measureCpu } from './process/meter.ts'
import type { Release } from './release.ts'

/** The processes that are measured, and the one that sends the requests. */
export interface Stage {
  dataDir: string
  app: Child
  plain: Child
  load: Child
  ports: { app: number; plain: number }
  release?: Release | undefined
}
export interface Plan {
  rounds: number
  /** The length of a slice. */
  milliseconds: number
}

/** `release`: an earlier one. `by hand`: a server written only for these calls. `driver`: the same reads without HTTP. `hello`: HTTP without reads. */
export type Subject = 'app' | 'release' | 'by hand' | 'driver' | 'hello'
export const CONNECTIONS = [1, 16]

const shuffled = <T>(list: readonly T[]) =>
  list
    .map((item) => ({ item, at: Math.random() }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ item }) => item)

/** The subjects of a case. */
const subjectsOf = ({ reads, isAlsoByHand }: Case, { release }: Stage): Subject[] => {
  if (release) return ['app', 'release']
  if (isAlsoByHand) return ['app', 'by hand']
  return reads ? ['app', 'by hand', 'driver', 'hello'] : ['app']
}

const hello = [{ head: 'GET /hello HTTP/1.1' }]

/** One slice of load on one subject. */
const slice = (
  stage: Stage,
  subject: Subject,
  one: Case,
  load: { connections: number; milliseconds: number },
): Promise<Slice> => {
  const { dataDir, app, plain, ports, release } = stage
  const usedUp = (port: number, requests: Case['calls']) => () => stage.load.ask<Measured>('run', { ...load, port, requests })
  if (subject === 'app') return measureCpu(dataDir, app, usedUp(ports.app, one.calls))
  if (subject === 'release') return measureCpu(release!.dataDir, release!.app, usedUp(release!.port, release!.callsOf(one)))
  if (subject === 'driver') return measureCpu(dataDir, plain, () => plain.ask<Measured>('loop', { ...load, reads: one.reads }))
  return measureCpu(dataDir, plain, usedUp(ports.plain, subject === 'hello' ? hello : one.calls))
}

/** The slices of a subject in a case, one per round. */
export type Slices = (subject: Subject, one: Case, connections: number) => Slice[]

/** Measures all cases, round by round; the subjects that are compared run next to each other in time, in changing order. A first round is the warm-up. */
export const measure = async (
  stage: Stage,
  cases: Case[],
  { rounds, milliseconds }: Plan,
  betweenRounds: () => Promise<void>,
) => {
  const known = new Map<string, Slice[]>()
  const slices: Slices = (subject, { name }, connections) => {
    const sliceKey = [subject, name, connections].join()
    if (!known.has(sliceKey)) known.set(sliceKey, [])
    return known.get(sliceKey)!
  }
  const compare = async (one: Case, connections: number, round: number) => {
    for (const subject of shuffled(subjectsOf(one, stage))) {
      const measured = await slice(stage, subject, one, { connections, milliseconds })
      if (round > 0) slices(subject, one, connections).push(measured)
    }
  }
  for (let round = 0; round <= rounds; round++) {
    await betweenRounds()
    for (const one of cases) for (const connections of CONNECTIONS) await compare(one, connections, round)
  }
  return slices
}
