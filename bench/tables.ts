import type { Case } from './cases/case.ts'
import { figuresOf, ratioOf } from './figures.ts'
import { CONNECTIONS, type Slices } from './measure.ts'

const shown = (value: number) => (value >= 100 ? Math.round(value).toLocaleString('en') : value.toFixed(value < 10 ? 1 : 0))

/** A table in Markdown. Numbers are rounded, and stand to the right. */
export const tableOf = (columns: string[], rows: (string | number)[][]) =>
  [
    columns,
    columns.map((_, at) => (typeof rows[0]?.[at] === 'number' ? '--:' : '---')),
    ...rows.map((row) => row.map((cell) => (typeof cell === 'number' ? shown(cell) : cell))),
  ]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n')

const each = <Row>(cases: Case[], row: (one: Case, connections: number) => Row) =>
  cases.flatMap((one) => CONNECTIONS.map((connections) => row(one, connections)))

/** How the app fares in each case. */
export const appTable = (slices: Slices, cases: Case[]) =>
  tableOf(
    ['call', 'at once', 'requests/s', 'p50 ms', 'p99 ms', 'node µs', 'PostgreSQL µs', 'refused'],
    each(cases, (one, connections) => {
      const { rate, p50, p99, node, postgres, failed } = figuresOf(slices('app', one, connections))
      return [one.name, String(connections), rate, p50, p99, node, postgres, failed]
    }),
  )

/** What else does the same, and which part of its requests a second the app reaches. */
export const ratioTable = (slices: Slices, cases: Case[]) =>
  tableOf(
    ['call', 'at once', 'by hand/s', 'node µs', 'PostgreSQL µs', "app's part", 'driver/s', "app's part", 'hello/s', "app's part"],
    each(
      cases.filter(({ reads }) => reads),
      (one, connections) => {
        const of = (subject: 'by hand' | 'driver' | 'hello') => {
          const theirs = slices(subject, one, connections)
          return { ...figuresOf(theirs), part: ratioOf(slices('app', one, connections), theirs).toFixed(2) }
        }
        const [hand, driver, hello] = [of('by hand'), of('driver'), of('hello')]
        const beside = [driver.rate, driver.part, hello.rate, hello.part]
        return [one.name, String(connections), hand.rate, hand.node, hand.postgres, hand.part, ...beside]
      },
    ),
  )

/** Milliseconds: the bar of a case that names none. */
const BAR = 100

/** The cases whose answers to one asker take longer than their bar, and how long 99 of 100 of them take. */
export const missedBars = (slices: Slices, cases: Case[], isMillion: boolean) =>
  cases
    .map((one) => ({ one, bar: isMillion ? BAR : (one.bar ?? BAR), ...figuresOf(slices('app', one, 1)) }))
    .filter(({ bar, p99 }) => p99 > bar)
    .map(({ one: { name }, bar, p99 }) => ({ name, told: `${name}: ${shown(p99)} ms, not ${bar}` }))

/** A case that answers fewer of a hundred requests than this, beside an earlier release, has become slower. */
const KEPT = 0.9

/** How the app fares beside an earlier release, and the cases that have become slower. What that release does not answer is left out. */
export const compared = (slices: Slices, cases: Case[]) => {
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
    slower: rows.filter(({ ratio }) => ratio < KEPT).map(({ one, connections }) => `${one.name}, ${connections} at once`),
  }
}
