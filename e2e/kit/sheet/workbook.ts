import { crc32 } from 'node:zlib'

const MAIN_NAMESPACE = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONSHIPS_NAMESPACE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE_NAMESPACE = 'http://schemas.openxmlformats.org/package/2006'
const xml = '<?xml version="1.0" encoding="UTF-8"?>'
const sheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const escapeXml = (text: string) => text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`)

const cell = (text: string, at: string) =>
  text && `<c r="${at}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(text)}</t></is></c>`

const rowXml = (texts: readonly string[], row: number) =>
  `<row r="${row}">${texts.map((text, column) => cell(text, String.fromCharCode(65 + column) + row)).join('')}</row>`

const partsOf = (name: string, rows: readonly (readonly string[])[]) => ({
  '[Content_Types].xml': `${xml}<Types xmlns="${PACKAGE_NAMESPACE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${sheetType}.sheet.main+xml"/><Override PartName="/xl/sheet1.xml" ContentType="${sheetType}.worksheet+xml"/></Types>`,
  '_rels/.rels': `${xml}<Relationships xmlns="${PACKAGE_NAMESPACE}/relationships"><Relationship Id="r1" Type="${RELATIONSHIPS_NAMESPACE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `${xml}<workbook xmlns="${MAIN_NAMESPACE}" xmlns:r="${RELATIONSHIPS_NAMESPACE}"><sheets><sheet name="${name}" sheetId="1" r:id="r1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `${xml}<Relationships xmlns="${PACKAGE_NAMESPACE}/relationships"><Relationship Id="r1" Type="${RELATIONSHIPS_NAMESPACE}/worksheet" Target="sheet1.xml"/></Relationships>`,
  'xl/sheet1.xml': `${xml}<worksheet xmlns="${MAIN_NAMESPACE}"><sheetData>${rows.map((texts, at) => rowXml(texts, at + 1)).join('')}</sheetData></worksheet>`,
})

/** The fields that a zip's local and central headers share: no compression, no date. */
const sharedFields = (name: Buffer, content: Buffer) => {
  const fields = Buffer.alloc(26)
  fields.writeUInt16LE(20, 0)
  fields.writeUInt32LE(crc32(content), 10)
  fields.writeUInt32LE(content.length, 14)
  fields.writeUInt32LE(content.length, 18)
  fields.writeUInt16LE(name.length, 22)
  return fields
}

const zipOf = (parts: Record<string, string>) => {
  const [local, central]: [Buffer[], Buffer[]] = [[], []]
  let offset = 0
  for (const [path, text] of Object.entries(parts)) {
    const [name, content] = [Buffer.from(path), Buffer.from(text)]
    const fields = sharedFields(name, content)
    const at = Buffer.alloc(14)
    at.writeUInt32LE(offset, 10)
    const localHeader = Buffer.concat([Buffer.from('PK\x03\x04'), fields, name, content])
    local.push(localHeader)
    central.push(Buffer.from('PK\x01\x02'), Buffer.from([20, 0]), fields, at, name)
    offset += localHeader.length
  }
  const directory = Buffer.concat(central)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(local.length, 4)
  end.writeUInt16LE(local.length, 6)
  end.writeUInt32LE(directory.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...local, directory, Buffer.from('PK\x05\x06'), end])
}

/** Returns a workbook of one sheet with these rows of text, as a user would upload it. */
export const workbookOf = (sheet: string, rows: readonly (readonly string[])[]) => zipOf(partsOf(sheet, rows))
