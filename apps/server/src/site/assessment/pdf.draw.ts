import type { Band } from '@tradewind/contract/site/assessment.constants'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import PdfDocument from 'pdfkit'

/** A score as text and as a value to draw, with its band. */
export interface Mark {
  value: number
  text: string
  band: Band
  bandName: string
}

export interface Area extends Mark {
  /** Its axis in the chart, from 0. */
  axis: number
  name: string
  why: string
  feedback: string
  /** The averages of others and the previous answers, in the order of the columns. Null: unknown. */
  comparisons: readonly (string | null)[]
}

/** All content of the two pages, in one language. */
export interface ResultSheet {
  language: string
  title: string
  /** When it was answered: as an instant, and as a full date. */
  at: string
  day: string
  /** The tenant's name, and its logo as a PNG. */
  company: string
  logo: Uint8Array | null
  headline: string
  lead: string
  overall: Mark & { label: string }
  /** The label of each axis of the chart, including those without answers. */
  axes: readonly { name: string; score: string }[]
  areas: readonly Area[]
  /** The columns next to the score: averages of others, and previous answers. */
  columnHeaders: readonly string[]
  /** What the columns mean. */
  legend: readonly string[]
  /** What to do first. */
  steps: readonly { name: string; text: string }[]
  labels: Readonly<Record<'area' | 'score' | 'standing' | 'next' | 'areas' | 'why' | 'where' | 'ofFive', string>>
  footer: string
  /** "{page} of {pages}", once for each page. */
  pages: readonly [string, string]
}

type Page = PDFKit.PDFDocument

const colors = { text: '#14213d', dimmed: '#4a5568', line: '#d5dbe5', main: '#16325c' } as const
/** A4 in points. */
const page = { width: 595.28, height: 841.89 }
const margin = 44
const contentWidth = page.width - 2 * margin

interface TextOptions {
  x: number
  y: number
  width: number
  size: number
  isBold?: boolean
  color?: string
  align?: 'left' | 'right' | 'center'
  /** The maximum height. Taller text ends in an ellipsis. */
  maxHeight?: number
}

/** Writes a text, and returns the y coordinate of its end. */
const write = (
  pdf: Page,
  text: string,
  { x, y, width, size, isBold, color = colors.text, align = 'left', maxHeight }: TextOptions,
) => {
  pdf
    .font(isBold ? 'bold' : 'plain')
    .fontSize(size)
    .fillColor(color)
  const options = { width, align, lineGap: size * 0.18, ...(maxHeight !== undefined && { height: maxHeight, ellipsis: true }) }
  const height = pdf.heightOfString(text, options)
  pdf.text(text, x, y, options)
  return y + Math.min(height, maxHeight ?? height)
}

interface Circle {
  x: number
  y: number
  radius: number
}

/** The axes extend beyond the highest score, so that its ring is visible as one. */
const axisMax = 6
const rings = [1, 2, 3, 4, 5]

const pointAt = ({ x, y, radius }: Circle, axis: number, score: number, axes: number) => {
  const angle = (axis / axes) * 2 * Math.PI - Math.PI / 2
  const distance = (score / axisMax) * radius
  return [x + distance * Math.cos(angle), y + distance * Math.sin(angle)] as [number, number]
}

const labelWidth = 120

/** The name in lines and the score below it, next to the end of the axis. */
const drawLabel = (pdf: Page, circle: Circle, axis: number, { axes }: ResultSheet) => {
  const { name, score } = axes[axis]!
  const [x, y] = pointAt(circle, axis, axisMax, axes.length)
  const side = Math.abs(x - circle.x) < 1 ? 0 : Math.sign(x - circle.x)
  const align = side === 0 ? 'center' : side > 0 ? 'left' : 'right'
  const width = side === 0 ? 220 : labelWidth
  const options = { width, align, lineGap: 1 } as const
  const height = pdf.font('plain').fontSize(8.5).heightOfString(name, options) + 12
  const left = side === 0 ? x - width / 2 : side > 0 ? x + 8 : x - 8 - width
  const top = side === 0 ? (y < circle.y ? y - height - 4 : y + 5) : y - height / 2
  pdf.fillColor(colors.dimmed).text(name, left, top, options)
  pdf
    .font('bold')
    .fontSize(9)
    .fillColor(colors.text)
    .text(score, left, top + height - 11, { width, align })
}

/** The scores on an axis for each area, from 0 in the centre to 6 at the edge. */
const drawRadar = (pdf: Page, sheet: ResultSheet, circle: Circle) => {
  const { axes, areas } = sheet
  const at = (axis: number, score: number) => pointAt(circle, axis, score, axes.length)
  pdf.lineWidth(0.5)
  for (const score of [...rings, axisMax]) pdf.polygon(...axes.map((_, axis) => at(axis, score))).stroke(colors.line)
  for (const axis of axes.keys())
    pdf
      .moveTo(circle.x, circle.y)
      .lineTo(...at(axis, axisMax))
      .stroke(colors.line)
  for (const score of rings) {
    const [x, y] = at(0, score)
    pdf
      .font('plain')
      .fontSize(6.5)
      .fillColor(colors.dimmed)
      .text(String(score), x + 2.5, y + 2, { lineBreak: false })
  }
  const points = areas.map(({ axis, value }) => at(axis, value))
  if (points.length > 0) {
    pdf
      .polygon(...points)
      .fillOpacity(0.18)
      .fill(colors.main)
      .fillOpacity(1)
    pdf
      .lineWidth(1.5)
      .polygon(...points)
      .stroke(colors.main)
  }
  for (const [x, y] of points) pdf.circle(x, y, 3).fill(colors.main)
  for (const axis of axes.keys()) drawLabel(pdf, circle, axis, sheet)
}

const fontFile = (file: string) => readFileSync(createRequire(import.meta.url).resolve(`@expo-google-fonts/figtree/${file}.ttf`))
const fonts = { plain: fontFile('400Regular/Figtree_400Regular'), bold: fontFile('700Bold/Figtree_700Bold') }

const bands: Readonly<Record<Band, { background: string; foreground: string }>> = {
  STRONG: { background: '#e3f4e8', foreground: '#17603a' },
  INSUFFICIENT: { background: '#fdeede', foreground: '#8a4408' },
  NOT_READY: { background: '#fde5e5', foreground: '#9a1f1f' },
}

/** Whether the font has all characters: a name in another script would be a row of boxes. */
const canWrite = (pdf: Page, text: string) => {
  const { _font } = pdf.font('plain') as unknown as { _font: { font: { hasGlyphForCodePoint: (code: number) => boolean } } }
  return Array.from(text).every((char) => _font.font.hasGlyphForCodePoint(char.codePointAt(0)!))
}

const drawBand = (pdf: Page, { band, bandName }: Pick<Mark, 'band' | 'bandName'>, x: number, y: number, size = 8.5) => {
  const { background, foreground } = bands[band]
  const width = pdf.font('bold').fontSize(size).widthOfString(bandName) + 12
  pdf.roundedRect(x, y, width, size + 7, 3).fill(background)
  pdf.fillColor(foreground).text(bandName, x + 6, y + 3.5, { lineBreak: false })
  return width
}

/** Draws the logo in its box, or the name if there is no logo or it cannot be drawn; the date is on the other side. */
const drawHead = (pdf: Page, { logo, title, day, ...sheet }: ResultSheet) => {
  const company = canWrite(pdf, sheet.company) ? sheet.company : ''
  const hasLogo = logo && pdf.image(Buffer.from(logo), margin, margin - 6, { fit: [150, 40], valign: 'center' })
  if (!hasLogo)
    write(pdf, company, {
      x: margin,
      y: margin + 4,
      width: contentWidth / 2,
      size: 14,
      isBold: true,
      color: colors.main,
      maxHeight: 40,
    })
  const right = { x: margin + contentWidth / 2, width: contentWidth / 2, align: 'right' as const }
  const end = write(pdf, title, { ...right, y: margin, size: 9.5, isBold: true, maxHeight: 26 })
  write(pdf, hasLogo && company ? `${company} · ${day}` : day, {
    ...right,
    y: end + 2,
    size: 9,
    color: colors.dimmed,
    maxHeight: 24,
  })
  pdf
    .moveTo(margin, margin + 46)
    .lineTo(page.width - margin, margin + 46)
    .lineWidth(0.75)
    .stroke(colors.line)
}

const drawFoot = (pdf: Page, { footer }: ResultSheet, pageLabel: string) => {
  const y = page.height - margin + 8
  write(pdf, footer, { x: margin, y, width: contentWidth - 90, size: 7.5, color: colors.dimmed, maxHeight: 20 })
  write(pdf, pageLabel, {
    x: page.width - margin - 80,
    y,
    width: 80,
    size: 7.5,
    color: colors.dimmed,
    align: 'right',
    maxHeight: 10,
  })
}

const drawOpening = (pdf: Page, { headline, lead, overall, labels }: ResultSheet) => {
  const box = 132
  const text = { x: margin, width: contentWidth - box - 24 }
  const end = write(pdf, headline, { ...text, y: margin + 64, size: 21, isBold: true, maxHeight: 84 })
  const after = write(pdf, lead, { ...text, y: end + 8, size: 10.5, maxHeight: 64 })
  const x = page.width - margin - box
  pdf
    .roundedRect(x, margin + 64, box, 84, 6)
    .lineWidth(0.75)
    .stroke(colors.line)
  write(pdf, overall.label, { x: x + 12, y: margin + 74, width: box - 24, size: 8.5, color: colors.dimmed, maxHeight: 12 })
  write(pdf, overall.text, { x: x + 12, y: margin + 88, width: 60, size: 24, isBold: true })
  const scoreWidth = pdf.font('bold').fontSize(24).widthOfString(overall.text)
  write(pdf, labels.ofFive, { x: x + 18 + scoreWidth, y: margin + 100, width: 50, size: 9, color: colors.dimmed, maxHeight: 12 })
  drawBand(pdf, overall, x + 12, margin + 122)
  return Math.max(after, margin + 148)
}

interface Column {
  x: number
  width: number
}

/** The columns of the table: the area names get the width that the figures leave. */
const columnsOf = (besides: number): { name: Column; score: Column; band: Column; comparisons: Column[] } => {
  const each = 52
  const band = { x: page.width - margin - besides * each - 86, width: 86 }
  const score = { x: band.x - 54, width: 48 }
  return {
    name: { x: margin, width: score.x - margin - 4 },
    score,
    band,
    comparisons: Array.from({ length: besides }, (_, at) => ({ x: band.x + band.width + at * each + 4, width: each - 4 })),
  }
}

const drawTable = (pdf: Page, { areas, columnHeaders, legend, labels }: ResultSheet, from: number) => {
  const columns = columnsOf(columnHeaders.length)
  const head = { size: 8, color: colors.dimmed, isBold: true, y: from, maxHeight: 22 }
  write(pdf, labels.area, { ...columns.name, ...head })
  write(pdf, labels.score, { ...columns.score, ...head, align: 'right' })
  write(pdf, labels.standing, { x: columns.band.x + 6, width: columns.band.width - 6, ...head })
  for (const [at, text] of columnHeaders.entries()) write(pdf, text, { ...columns.comparisons[at]!, ...head, align: 'right' })
  let y = from + (columnHeaders.length > 0 ? 24 : 14)
  for (const area of areas) {
    pdf
      .moveTo(margin, y)
      .lineTo(page.width - margin, y)
      .lineWidth(0.5)
      .stroke(colors.line)
    const line = { y: y + 5, size: 9, maxHeight: 12 }
    write(pdf, area.name, { ...columns.name, ...line })
    write(pdf, area.text, { ...columns.score, ...line, isBold: true, align: 'right' })
    drawBand(pdf, area, columns.band.x + 6, y + 2.5, 8)
    for (const [at, text] of area.comparisons.entries())
      write(pdf, text ?? '–', { ...columns.comparisons[at]!, ...line, color: colors.dimmed, align: 'right' })
    y += 20
  }
  return write(pdf, legend.join(' '), {
    x: margin,
    y: y + 6,
    width: contentWidth,
    size: 7.5,
    color: colors.dimmed,
    maxHeight: 32,
  })
}

const drawSteps = (pdf: Page, { steps, labels }: ResultSheet, from: number) => {
  const bottom = page.height - margin - 6
  let y = write(pdf, labels.next, { x: margin, y: from, width: contentWidth, size: 13, isBold: true, color: colors.main }) + 6
  for (const [at, { name, text }] of steps.entries()) {
    if (y + 30 > bottom) return
    write(pdf, `${at + 1}`, { x: margin, y, width: 14, size: 11, isBold: true, color: colors.main })
    const column = { x: margin + 18, width: contentWidth - 18 }
    const end = write(pdf, name, { ...column, y, size: 10, isBold: true, maxHeight: 13 })
    y = write(pdf, text, { ...column, y: end + 1, size: 9, maxHeight: bottom - end - 1 }) + 8
  }
}

const cards = { gap: 14, top: margin + 86, bottom: page.height - margin - 8, pad: 11 }
const cardWidth = (contentWidth - cards.gap) / 2
const cardHeight = (rows: number) => (cards.bottom - cards.top - (rows - 1) * cards.gap) / rows

/** The largest font size at which the texts of all cards fit. */
const fitFontSize = (pdf: Page, areas: readonly Area[], room: number) => {
  const needs = (size: number) => (text: string) =>
    pdf
      .font('plain')
      .fontSize(size)
      .heightOfString(text, { width: cardWidth - 2 * cards.pad, lineGap: size * 0.18 })
  const fits = (size: number) => areas.every(({ why, feedback }) => needs(size)(why) + needs(size)(feedback) + 34 <= room)
  return [9.5, 9, 8.5, 8, 7.5].find(fits) ?? 7
}

interface Card extends Column {
  y: number
  height: number
  size: number
}

const drawCard = (pdf: Page, area: Area, { x, y, width, height, size }: Card, { labels }: ResultSheet) => {
  pdf.roundedRect(x, y, width, height, 6).lineWidth(0.75).stroke(colors.line)
  const column = { x: x + cards.pad, width: width - 2 * cards.pad }
  const bottom = y + height - cards.pad
  let end = write(pdf, area.name, { ...column, y: y + cards.pad, size: 10.5, isBold: true, maxHeight: 28 })
  write(pdf, area.text, { ...column, y: end + 4, size: 16, isBold: true })
  const after = column.x + pdf.font('bold').fontSize(16).widthOfString(area.text) + 5
  write(pdf, labels.ofFive, { x: after, y: end + 11, width: 40, size: 8.5, color: colors.dimmed, maxHeight: 11 })
  drawBand(pdf, area, after + pdf.font('plain').fontSize(8.5).widthOfString(labels.ofFive) + 8, end + 7, 8)
  end += 30
  for (const [title, text] of [
    [labels.why, area.why],
    [labels.where, area.feedback],
  ] as const) {
    end = write(pdf, title, { ...column, y: end, size: 8.5, isBold: true, color: colors.main, maxHeight: 12 })
    end = write(pdf, text, { ...column, y: end + 1, size, maxHeight: Math.max(bottom - end - 1, 0) }) + 6
  }
}

const drawCards = (pdf: Page, sheet: ResultSheet) => {
  const { areas, labels } = sheet
  write(pdf, labels.areas, {
    x: margin,
    y: margin + 60,
    width: contentWidth,
    size: 15,
    isBold: true,
    color: colors.main,
    maxHeight: 20,
  })
  const height = cardHeight(3)
  const size = fitFontSize(pdf, areas, height - 2 * cards.pad - 44)
  for (const [at, area] of areas.entries()) {
    const [x, y] = [margin + (at % 2) * (cardWidth + cards.gap), cards.top + Math.floor(at / 2) * (height + cards.gap)]
    drawCard(pdf, area, { x, y, width: cardWidth, height, size }, sheet)
  }
}

/** The result as a PDF of two pages: summary, chart, table and next steps; then a card for each area. */
export const drawResult = (sheet: ResultSheet): Promise<Buffer> => {
  const pdf = new PdfDocument({
    size: 'A4',
    margin: 0,
    autoFirstPage: false,
    font: fonts.plain as unknown as string,
    lang: sheet.language,
    displayTitle: true,
    info: { Title: `${sheet.title} – ${sheet.day}`, Author: sheet.company, CreationDate: new Date(sheet.at) },
  })
  pdf.registerFont('plain', fonts.plain).registerFont('bold', fonts.bold)
  const chunks: Buffer[] = []
  const finished = new Promise<Buffer>((resolve, reject) => {
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
    pdf.on('end', () => resolve(Buffer.concat(chunks)))
    pdf.on('error', reject)
  })
  const [first, second] = sheet.pages
  pdf.addPage()
  drawHead(pdf, sheet)
  const openingEnd = drawOpening(pdf, sheet)
  drawRadar(pdf, sheet, { x: page.width / 2, y: openingEnd + 124, radius: 92 })
  const tableEnd = drawTable(pdf, sheet, openingEnd + 252)
  drawSteps(pdf, sheet, tableEnd + 14)
  drawFoot(pdf, sheet, first)
  pdf.addPage()
  drawHead(pdf, sheet)
  drawCards(pdf, sheet)
  drawFoot(pdf, sheet, second)
  pdf.end()
  return finished
}
