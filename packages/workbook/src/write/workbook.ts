import { Readable } from 'node:stream'
import { sheetXml, stylesXml, type WrittenSheet } from './sheet-xml.ts'
import { escaped } from './text.ts'
import { type Part, zip } from './zip.ts'

/** What a workbook is served as. */
export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const FORMATS = 'http://schemas.openxmlformats.org'
const SPREADSHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const contentTypes = (sheets: readonly WrittenSheet[]) =>
  `${XML}<Types xmlns="${FORMATS}/package/2006/content-types">` +
  '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
  `<Override PartName="/xl/workbook.xml" ContentType="${SPREADSHEET}.sheet.main+xml"/>` +
  `<Override PartName="/xl/styles.xml" ContentType="${SPREADSHEET}.styles+xml"/>` +
  sheets
    .map((_, at) => `<Override PartName="/xl/worksheets/sheet${at + 1}.xml" ContentType="${SPREADSHEET}.worksheet+xml"/>`)
    .join('') +
  '</Types>'

const relation = (id: string, kind: string, target: string) =>
  `<Relationship Id="${id}" Type="${FORMATS}/officeDocument/2006/relationships/${kind}" Target="${target}"/>`
const relations = (...items: string[]) =>
  `${XML}<Relationships xmlns="${FORMATS}/package/2006/relationships">${items.join('')}</Relationships>`

const workbookXml = (sheets: readonly WrittenSheet[]) =>
  `${XML}<workbook xmlns="${FORMATS}/spreadsheetml/2006/main" xmlns:r="${FORMATS}/officeDocument/2006/relationships"><sheets>` +
  sheets.map(({ name }, at) => `<sheet name="${escaped(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`).join('') +
  '</sheets></workbook>'

/** A workbook (.xlsx) of these sheets, written as it is read: rows are asked for as fast as the reader takes the bytes. */
export const workbookStream = (sheets: readonly WrittenSheet[]): Readable => {
  const parts: Part[] = [
    { name: '[Content_Types].xml', content: [contentTypes(sheets)] },
    { name: '_rels/.rels', content: [relations(relation('rId1', 'officeDocument', 'xl/workbook.xml'))] },
    { name: 'xl/workbook.xml', content: [workbookXml(sheets)] },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: [
        relations(
          ...sheets.map((_, at) => relation(`rId${at + 1}`, 'worksheet', `worksheets/sheet${at + 1}.xml`)),
          relation('styles', 'styles', 'styles.xml'),
        ),
      ],
    },
    { name: 'xl/styles.xml', content: [stylesXml] },
    ...sheets.map((sheet, at) => ({ name: `xl/worksheets/sheet${at + 1}.xml`, content: sheetXml(sheet) })),
  ]
  return Readable.from(zip(parts), { objectMode: false })
}
