import type { Tx } from '#kit/database/database'
import { insertMany } from '#kit/database/insert'
import { sanitizeMarkup, toPlainText } from '#kit/markup'
import { addDemoRecords, type Author, logDemoActions, minutesAfter, pseudoRandom } from '#kit/record/demo'
import type { meetingReports } from '../schema/meetingReport.table.ts'
import type { projects } from '../schema/project.table.ts'
import { summaryEntity, summaryProjects, summaryShares } from '../schema/summary.table.ts'
import { east, germany, italy } from './europe.demo.ts'
import { members, nordhaven } from './members.demo.ts'
import { latestOf } from './project.demo.ts'
import { overseas, west } from './west.demo.ts'

type Report = Pick<
  typeof meetingReports.$inferSelect,
  'uniqueId' | 'companyId' | 'companyName' | 'country' | 'date' | 'dateCreated'
> & {
  by: Author
}
type Project = Pick<typeof projects.$inferSelect, 'uniqueId' | 'dateCreated'>

const texts: Readonly<Record<string, string>> = {
  main: [germany, italy, west, east, overseas].join('\n'),
  nordhaven,
  ...members,
}

/** Splits lines into blocks: paragraphs, and list items with their `- ` prefix. */
const blocksOf = (lines: readonly string[]) =>
  lines.reduce<string[]>((blocks, line) => {
    if (/^[-+] /.test(line) || blocks.length === 0) return [...blocks, line.replace(/^\+ /, '')]
    return [...blocks.slice(0, -1), `${blocks.at(-1)} ${line}`]
  }, [])

const markupOf = (lines: readonly string[]) => {
  const marked = blocksOf(lines).map((block) => {
    const text = block.replace(/\*(.+?)\*/g, '<strong>$1</strong>')
    return text.startsWith('- ') ? `<li>${text.slice(2)}</li>` : `<p>${text}</p>`
  })
  return sanitizeMarkup(marked.join('').replace(/(<li>.*?<\/li>)(?!<li>)/g, '<ul>$1</ul>'))
}

/** Parses the summaries of a text, each with its report, its shares, and its index within the report. */
const parseSummaries = (text = '') => {
  const counts = new Map<string, number>()
  return text
    .trim()
    .split(/\n\s*\n/)
    .filter(Boolean)
    .map((block) => {
      const [heading, ...lines] = block.trim().split('\n')
      const [report, shared] = heading!.split('|').map((cell) => cell.trim())
      const at = counts.get(report!) ?? 0
      counts.set(report!, at + 1)
      return { report: report!, shared: shared!.split(', ').filter(Boolean), at, markup: markupOf(lines) }
    })
}

interface SummaryRefs {
  reports: ReadonlyMap<string, Report>
  projects: ReadonlyMap<string, Project>
  people: ReadonlyMap<string, Author>
}

type Shared = { uniqueId: string; at: string; by: Author; sharedWith: string[] }

/** Shares summaries with the users and projects in their headings, after both were created. */
const share = async (tx: Tx, added: readonly Shared[], { projects: projectMap, people }: SummaryRefs) => {
  const pairs = added.flatMap(({ uniqueId, sharedWith }) => sharedWith.map((name) => ({ summaryId: uniqueId, name })))
  const toPeople = pairs.filter(({ name }) => people.has(name))
  const toProjects = pairs.filter(({ name }) => !people.has(name))
  await insertMany(
    tx,
    summaryShares,
    toPeople.map(({ summaryId, name }) => ({ summaryId, userId: people.get(name)!.uniqueId })),
  )
  await insertMany(
    tx,
    summaryProjects,
    toProjects.map(({ summaryId, name }) => ({ summaryId, projectId: projectMap.get(name)!.uniqueId })),
  )
  const actions = added
    .filter(({ sharedWith }) => sharedWith.length > 0)
    .map((row) => {
      const withProjects = row.sharedWith.flatMap((name) => (people.has(name) ? [] : [projectMap.get(name)!]))
      const since = latestOf([row.at, ...withProjects.map(({ dateCreated }) => dateCreated)])
      return { row, by: row.by, at: minutesAfter(since, 2), also: withProjects.map(({ uniqueId }) => uniqueId) }
    })
  await logDemoActions(tx, summaryEntity, 'SHARED', actions)
}

/** Adds a partition's summaries, and returns the first one of each report by the report: 'molini-ferraro -47'. */
export const addSummaries = async (tx: Tx, partition: string, refs: SummaryRefs) => {
  const rows = parseSummaries(texts[partition]).map(({ report: key, shared, at, markup }) => {
    const {
      uniqueId: meetingReportId,
      companyId,
      companyName,
      country,
      date: meetingDate,
      dateCreated,
      by,
    } = refs.reports.get(key)!
    const text = { text: markup, plainText: toPlainText(markup) }
    const fields = { ...text, meetingReportId, companyId, companyName, country, meetingDate }
    const minutes = 12 + pseudoRandom(40, key, at) + at * (60 + pseudoRandom(120, key, 'next'))
    return { key, fields, by, at: minutesAfter(dateCreated, minutes), sharedWith: shared }
  })
  const added = (await addDemoRecords(tx, summaryEntity, rows)).map((summary, index) => ({
    ...summary,
    ...rows[index]!,
    country: rows[index]!.fields.country,
  }))
  await share(tx, added, refs)
  return new Map(added.toReversed().map((summary) => [summary.key, summary]))
}
