/** The looks that a cell can have; a look's place is its number in the workbook. */
const looks = {
  plain: { font: 0, fill: 0, format: 0 },
  text: { font: 0, fill: 0, format: 49 },
  date: { font: 0, fill: 0, format: 164 },
  /** A header, of a column that may stay empty. */
  header: { font: 1, fill: 3, format: 49 },
  /** A header, of a mandatory column: red. */
  required: { font: 2, fill: 2, format: 49 },
  faulty: { font: 3, fill: 4, format: 49 },
  problem: { font: 3, fill: 0, format: 49 },
} as const

export type Look = keyof typeof looks

const numbers = new Map(Object.keys(looks).map((look, at) => [look, at]))
export const lookNumber = (look: Look) => numbers.get(look) ?? 0

const font = (more = '') => `<font><sz val="11"/>${more}<name val="Calibri"/><family val="2"/></font>`
const fill = (colour: string) =>
  `<fill><patternFill patternType="solid"><fgColor rgb="FF${colour}"/><bgColor indexed="64"/></patternFill></fill>`
const fonts = [font(), `<font><b/><sz val="11"/><name val="Calibri"/><family val="2"/></font>`].concat(
  `<font><b/><sz val="11"/><color rgb="FFFFFFFF"/><name val="Calibri"/><family val="2"/></font>`,
  font('<color rgb="FF9C0006"/>'),
)
const fills = [
  '<fill><patternFill patternType="none"/></fill>',
  '<fill><patternFill patternType="gray125"/></fill>',
  fill('C00000'),
  fill('D9E1F2'),
  fill('FFC7CE'),
]
const formats = Object.values(looks).map(
  (look) =>
    `<xf numFmtId="${look.format}" fontId="${look.font}" fillId="${look.fill}" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1"/>`,
)
const list = (name: string, items: readonly string[]) => `<${name} count="${items.length}">${items.join('')}</${name}>`

export const stylesXml = [
  '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>',
  '<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">',
  '<numFmts count="1"><numFmt numFmtId="164" formatCode="dd\\-mm\\-yyyy"/></numFmts>',
  list('fonts', fonts),
  list('fills', fills),
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>',
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>',
  list('cellXfs', formats),
  '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>',
  '</styleSheet>',
].join('')
