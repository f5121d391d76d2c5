import type { Entry } from './archive.ts'
import { headers } from './companies.ts'

const XML = '<?xml version="1.0" encoding="UTF-8"?>'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006/relationships'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'

export const inline = (reference: string, text: string) => `<c r="${reference}" t="inlineStr"><is><t>${text}</t></is></c>`
export const headerRow = `<row r="1">${headers.map((header, at) => inline(`${'ABCDEF'[at]}1`, header)).join('')}</row>`
export const goodRow =
  '<row r="2">' +
  ['Acme', 'Germany', 'https://a.example', 'ASSOCIATION'].map((text, at) => inline(`${'ABCD'[at]}2`, text)).join('') +
  '</row>'

export const relation = (id: string, kind: string, target: string, more = '') =>
  `<Relationship Id="${id}" Type="${OFFICE}/${kind}" Target="${target}" ${more}/>`
export const relations = (...items: string[]) => `${XML}<Relationships xmlns="${PACKAGE}">${items.join('')}</Relationships>`
export const worksheet = (data: string, after = '') =>
  `${XML}<worksheet xmlns="${MAIN}"><sheetData>${data}</sheetData>${after}</worksheet>`
export const sheetWith = (...rows: string[]) => worksheet(headerRow + rows.join(''))
export const workbook = (sheets: string, before = '') =>
  `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}">${before}<sheets>${sheets}</sheets></workbook>`

type Given = string | Buffer | Omit<Entry, 'name'>

/** The parts of a small workbook with the sheet Companies; given parts replace or extend them. */
export const parts = (given: Record<string, Given> = {}): Entry[] => {
  const usual = {
    '_rels/.rels': relations(relation('rId1', 'officeDocument', 'xl/workbook.xml')),
    'xl/workbook.xml': workbook('<sheet name="Companies" sheetId="1" r:id="rId1"/>'),
    'xl/_rels/workbook.xml.rels': relations(
      relation('rId1', 'worksheet', 'worksheets/sheet1.xml'),
      relation('rId2', 'sharedStrings', 'sharedStrings.xml'),
      relation('rId3', 'styles', 'styles.xml'),
    ),
    'xl/sharedStrings.xml': `${XML}<sst xmlns="${MAIN}"><si><t>Acme</t></si></sst>`,
    'xl/styles.xml': `${XML}<styleSheet xmlns="${MAIN}"><cellXfs count="1"><xf numFmtId="0"/></cellXfs></styleSheet>`,
    'xl/worksheets/sheet1.xml': sheetWith(goodRow),
  }
  return Object.entries<Given>({ ...usual, ...given }).map(([name, part]) =>
    typeof part === 'string' || Buffer.isBuffer(part) ? { name, data: part } : { ...part, name },
  )
}
