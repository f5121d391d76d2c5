import { xlsxStream } from '@tradewind/workbook/export'
import { Readable } from 'node:stream'
import sharp from 'sharp'

/** Words as lines of so many letters. */
const wrapped = (text: string, width: number) => {
  const lines: string[] = []
  for (const word of text.split(/\s+/)) {
    const line = lines.at(-1)
    if (line !== undefined && line.length + word.length < width) lines[lines.length - 1] = `${line} ${word}`
    else lines.push(word)
  }
  return lines
}

/** A string of a PDF, in the letters of Western Europe. */
const pdfText = (text: string) => `(${text.replace(/[\\()]/g, '\\$&')})`

/** The page: a title, and paragraphs with room between them. */
const pdfPage = (title: string, paragraphs: readonly string[]) => {
  const lines = paragraphs.flatMap((paragraph) => [...wrapped(paragraph, 86), ''])
  const shown = lines.map((line) => [pdfText(line), 'Tj', 'T*'].join(' ')).join('\n')
  return `BT\n/F2 18 Tf\n64 760 Td\n${pdfText(title)} Tj\n/F1 11 Tf\n0 -36 Td\n16 TL\n${shown}\nET`
}

const font = (name: string) => `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`

/** A PDF of one page (A4). */
export const pdf = (title: string, paragraphs: readonly string[]) => {
  const page = pdfPage(title, paragraphs)
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R /F2 6 0 R >> >> >>',
    `<< /Length ${page.length} >>\nstream\n${page}\nendstream`,
    font('Helvetica'),
    font('Helvetica-Bold'),
  ]
  let text = '%PDF-1.4\n'
  const places = objects.map((object, at) => {
    const place = text.length
    text += `${at + 1} 0 obj\n${object}\nendobj\n`
    return place
  })
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  const end = `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`
  return Buffer.from(text + end, 'latin1')
}

const valueOf = (cell = '') => (/^-?\d+(\.\d+)?$/.test(cell) ? Number(cell) : cell)

/** A workbook: the first line is its header, cells are between `;`. */
export const workbook = async (name: string, lines: readonly string[]) => {
  const [header = [], ...rows] = lines.map((line) => line.split(';').map((cell) => cell.trim()))
  const columns = header.map((title, at) => ({ header: title, value: (row: string[]) => valueOf(row[at]) }))
  return Buffer.concat(await xlsxStream(name.slice(0, 31), columns, rows).toArray())
}

const box = (left: number, top: number, width: number, height: number, background: string) => ({
  input: { create: { width, height, channels: 3 as const, background } },
  left,
  top,
})

/** A plan of a hall, with its aisles: one stand for each number from 0 to 5, which is its colour. */
const hall = (stands: readonly number[]) => {
  const colours = ['#d9e1f2', '#f6c177', '#9ccfd8', '#c4a7e7', '#eb6f92', '#a3be8c']
  const aisles = [176, 326, 476].map((top) => box(20, top, 1160, 8, '#b8c0cc'))
  const boxes = stands.flatMap((colour, at) => {
    const [left, top] = [40 + (at % 8) * 142, 40 + Math.floor(at / 8) * 150]
    return [box(left, top, 126, 110, '#3b4252'), box(left + 2, top + 2, 122, 106, colours[colour % colours.length]!)]
  })
  return sharp({ create: { width: 1200, height: 640, channels: 3, background: '#fbfbf8' } }).composite([...aisles, ...boxes])
}

/** A picture of a hall with these stands, as its name ends. */
export const picture = (name: string, stands: readonly number[]) => {
  const drawn = hall(stands)
  return (name.endsWith('.png') ? drawn.png({ palette: true }) : drawn.jpeg({ quality: 82 })).toBuffer()
}

/** A file's bytes, made from a line that is written for it. Parts of it are between `//`. */
export const bytesOf = async (name: string, written: string): Promise<Buffer> => {
  const parts = written.split('//').map((part) => part.trim())
  const [stem, end] = [name.replace(/\.\w+$/, ''), name.replace(/^.*\./, '')]
  if (end === 'pdf') return pdf(stem, parts)
  if (end === 'xlsx') return workbook(stem, parts)
  if (end === 'png' || end === 'jpg') return picture(name, parts[0]!.split(' ').map(Number))
  return Buffer.from(`${parts.join('\n')}\n`)
}

export const streamOf = (bytes: Buffer) => Readable.from([bytes])
