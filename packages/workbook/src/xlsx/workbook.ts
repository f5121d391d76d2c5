import { say } from '@tradewind/contract/kit/say'
import { posix } from 'node:path'
import { type Archive, openArchive, type Source, tooManyParts } from './archive.ts'
import { collectStyles, type Tables } from './cell.ts'
import { damaged, limits, UnreadableWorkbook } from './limits.ts'
import { type RawRow, SheetRows } from './rows.ts'
import { collectSharedStrings, SharedStrings } from './strings.ts'
import { type Attributes, parseXml, readXml } from './xml.ts'

interface Relation {
  id: string
  /** The last segment of its type: 'worksheet', 'styles'. */
  kind: string
  target: string
}

const NOT_A_WORKBOOK = say('There is no Excel workbook in this file. Save it as an Excel workbook (.xlsx).')

const relationsOf = async (archive: Archive, part: string) => {
  const relations: Relation[] = []
  const name = posix.join(posix.dirname(part), '_rels', `${posix.basename(part)}.rels`)
  if (!archive.has(name)) return relations
  await readXml(archive.part(name, limits.smallPartBytes), {
    open: (element, { Id: id = '', Type: type = '', Target: target = '', TargetMode: mode }) => {
      if (element !== 'Relationship') return
      if (mode === 'External' || type.endsWith('/externalLink'))
        throw new UnreadableWorkbook(say('The workbook has links to other files or data sources. Replace them by their values.'))
      if (relations.length >= limits.parts) throw tooManyParts()
      relations.push({ id, kind: posix.basename(type), target: posix.resolve('/', posix.dirname(part), target).slice(1) })
    },
  })
  return relations
}

const mainPart = async (archive: Archive) => {
  const main = (await relationsOf(archive, '')).find(({ kind }) => kind === 'officeDocument')?.target
  if (!main || !archive.has(main)) throw new UnreadableWorkbook(NOT_A_WORKBOOK)
  return main
}

interface SheetPart {
  name: string
  part: string
  isHidden: boolean
}

const sheetOf = (attributes: Attributes, relations: readonly Relation[]): SheetPart[] => {
  const id = Object.entries(attributes).find(([name]) => name.endsWith(':id'))?.[1]
  const relation = relations.find((other) => other.id === id)
  if (!relation) throw damaged(say('one of its sheets is missing'))
  const sheet = { name: attributes['name'] ?? '', part: relation.target, isHidden: /hidden$/i.test(attributes['state'] ?? '') }
  return relation.kind === 'worksheet' ? [sheet] : []
}

const contentsOf = async (archive: Archive, main: string, relations: readonly Relation[]) => {
  const sheets: SheetPart[] = []
  let since: 1900 | 1904 = 1900
  let isWorkbook = false
  await readXml(archive.part(main, limits.smallPartBytes), {
    open: (element, attributes) => {
      if (element === 'workbook') isWorkbook = true
      if (element === 'workbookPr' && /^(1|true)$/.test(attributes['date1904'] ?? '')) since = 1904
      if (element === 'sheet') sheets.push(...sheetOf(attributes, relations))
      if (sheets.length > limits.sheets)
        throw new UnreadableWorkbook(say('The workbook has more than {count} sheets.', { count: limits.sheets }))
    },
  })
  if (!isWorkbook) throw new UnreadableWorkbook(NOT_A_WORKBOOK)
  return { sheets, since }
}

const tablesOf = async (archive: Archive, relations: readonly Relation[], since: 1900 | 1904): Promise<Tables> => {
  const partOf = (kind: string) => relations.find((relation) => relation.kind === kind)?.target
  const [texts, formats] = [partOf('sharedStrings'), partOf('styles')]
  const tables = { strings: new SharedStrings(), styles: { dates: new Set<string>(), codes: new Map<string, string>() }, since }
  if (texts) await readXml(archive.part(texts), collectSharedStrings(tables.strings))
  if (formats) await readXml(archive.part(formats, limits.smallPartBytes), collectStyles(tables.styles))
  return tables
}

async function* rowsOf(archive: Archive, part: string, tables: () => Promise<Tables>) {
  let rows: RawRow[] = []
  const listener = new SheetRows(await tables(), (row) => rows.push(row))
  for await (const _ of parseXml(archive.part(part), listener)) {
    if (rows.length > 0) yield rows
    rows = []
  }
}

/** An open workbook: its sheets in order, and a stream of the rows of one. Must be closed. */
export interface Workbook {
  sheets: SheetPart[]
  rows: (sheet: SheetPart) => AsyncGenerator<RawRow[]>
  close: () => void
}

/** Opens a workbook (.xlsx). Throws UnreadableWorkbook. */
export const openWorkbook = async (source: Source): Promise<Workbook> => {
  const archive = await openArchive(source)
  try {
    const main = await mainPart(archive)
    const relations = await relationsOf(archive, main)
    const { sheets, since } = await contentsOf(archive, main, relations)
    const rows = (sheet: SheetPart) => rowsOf(archive, sheet.part, () => tablesOf(archive, relations, since))
    return { sheets, rows, close: archive.close }
  } catch (error) {
    archive.close()
    throw error
  }
}
