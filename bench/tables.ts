import type { Case } from './cases/case.ts'
import { figuresOf, ratioOf } from './figures.ts'
import { CONNECTIONS, type Slices } from './measure.ts'

const formatCell = (value: number) => (value >= 100 ? Math.round(value).toLocaleString('en') : value.toFixed(value < 10 ? 1 : 0))

/** Returns a table in Markdown. Numbers are rounded and right-aligned. */
export const tableOf = (columns: string[], rows: (string | number)[][]) =>
  [
    columns,
    columns.map((_, at) => (typeof rows[0]?.[at] === 'number' ? '--:' : '---')),
    ...rows.map((row) => row.map((cell) => (typeof cell === 'number' ? formatCell(cell) : cell))),
  ]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n')

const each = <Row>(cases: Case[], row: (one: Case, connections: number) => Row) =>
  cases.flatMap((one) => CONNECTIONS.map((connections) => row(one, connections)))

/** The app's figures in each case. */
export const appTable = (slices: Slices, cases: Case[]) =>
  tableOf(
    ['call', 'at once', 'requests/s', 'p50 ms', 'p99 ms', 'node µs', 'PostgreSQL µs', 'refused'],
    each(cases, (one, connections) => {
      const { rate, p50, p99, node, postgres, failed } = figuresOf(slices('app', one, connections))
      return [one.name, String(connections), rate, p50, p99, node, postgres, failed]
    }),
  )

/** The other subjects, and the app's requests per second relative to theirs. */
export const ratioTable = (slices: Slices, cases: Case[]) =>
  tableOf(
    ['call', 'at once', 'by hand/s', 'node µs', 'PostgreSQL µs', "app's part", 'driver/s', "app's part", 'hello/s', "app's part"],
    each(
      cases.filter(({ reads, isAlsoByHand }) => reads ?? isAlsoByHand),
      (one, connections) => {
        const of = (subject: 'by hand' | 'driver' | 'hello') => {
          const theirs = slices(subject, one, connections)
          if (theirs.length === 0) return { rate: '', node: '', postgres: '', part: '' }
          return { ...figuresOf(theirs), part: ratioOf(slices('app', one, connections), theirs).toFixed(2) }
        }
        const [hand, driver, hello] = [of('by hand'), of('driver'), of('hello')]
        const beside = [driver.rate, driver.part, hello.rate, hello.part]
        return [one.name, String(connections), hand.rate, hand.node, hand.postgres, hand.part, ...beside]
      },
    ),
  )

/** Milliseconds: the default limit of a case. */
const DEFAULT_LIMIT_MS = 100

/** The cases whose replies to one client exceed their limit, with the 99th percentile. */
export const casesOverLimit = (slices: Slices, cases: Case[], isMillion: boolean) =>
  cases
    .map((one) => ({
      one,
      bar: isMillion ? DEFAULT_LIMIT_MS : (one.bar ?? DEFAULT_LIMIT_MS),
      ...figuresOf(slices('app', one, 1)),
    }))
    .filter(({ bar, p99 }) => p99 > bar)
    .map(({ one: { name }, bar, p99 }) => ({ name, told: `${name}: ${formatCell(p99)} ms, not ${bar}` }))

/** A case with less than this part of an earlier release's requests per second counts as slower. */
const MIN_RATIO = 0.9

/** The app's figures next to those of an earlier release, and the cases that have become slower. Cases that the release does not support are left out. */
export const compareReleases = (slices: Slices, cases: Case[]) => {
  const rows = each(cases, (one, connections) => {
    const [now, before] = [slices('app', one, connections), slices('release', one, connections)]
    return { one, connections, now: figuresOf(now), before: figuresOf(before), ratio: ratioOf(now, before) }
  }).filter(({ before }) => before.failed === 0)
  return {
    table: tableOf(
      ['call', 'at once', 'before/s', 'p99 ms', 'now/s', 'p99 ms', 'now beside before'],
      rows.map(({ one, connections, now, before, ratio }) => [
        one.name,
        String(connections),
        before.rate,
        before.p99,
        now.rate,
        now.p99,
        ratio.toFixed(2),
      ]),
    ),
    slower: rows.filter(({ ratio }) => ratio < MIN_RATIO).map(({ one, connections }) => `${one.name}, ${connections} at once`),
  }
}
