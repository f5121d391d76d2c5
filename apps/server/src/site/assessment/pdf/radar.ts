import type { ResultSheet } from './sheet.ts'

export type Page = PDFKit.PDFDocument

export const ink = { text: '#14213d', dimmed: '#4a5568', line: '#d5dbe5', main: '#16325c' } as const
/** A4 in points. */
export const page = { width: 595.28, height: 841.89 }
export const edge = 44
export const inner = page.width - 2 * edge

interface Written {
  x: number
  y: number
  width: number
  size: number
  isBold?: boolean
  color?: string
  align?: 'left' | 'right' | 'center'
  /** What is taller ends in an ellipsis. */
  most?: number
}

/** Writes a text, and says where it ends. */
export const write = (
  pdf: Page,
  text: string,
  { x, y, width, size, isBold, color = ink.text, align = 'left', most }: Written,
) => {
  pdf
    .font(isBold ? 'bold' : 'plain')
    .fontSize(size)
    .fillColor(color)
  const options = { width, align, lineGap: size * 0.18, ...(most !== undefined && { height: most, ellipsis: true }) }
  const height = pdf.heightOfString(text, options)
  pdf.text(text, x, y, options)
  return y + Math.min(height, most ?? height)
}

interface Circle {
  x: number
  y: number
  radius: number
}

/** The axes reach beyond the highest score, so that its ring is seen as one. */
const reach = 6
const rings = [1, 2, 3, 4, 5]

const pointAt = ({ x, y, radius }: Circle, axis: number, score: number, axes: number) => {
  const angle = (axis / axes) * 2 * Math.PI - Math.PI / 2
  const far = (score / reach) * radius
  return [x + far * Math.cos(angle), y + far * Math.sin(angle)] as [number, number]
}

const labelWidth = 120

/** Its name in lines and its score below, beside the end of the axis. */
const drawLabel = (pdf: Page, circle: Circle, axis: number, { axes }: ResultSheet) => {
  const { name, score } = axes[axis]!
  const [x, y] = pointAt(circle, axis, reach, axes.length)
  const side = Math.abs(x - circle.x) < 1 ? 0 : Math.sign(x - circle.x)
  const align = side === 0 ? 'center' : side > 0 ? 'left' : 'right'
  const width = side === 0 ? 220 : labelWidth
  const options = { width, align, lineGap: 1 } as const
  const height = pdf.font('plain').fontSize(8.5).heightOfString(name, options) + 12
  const left = side === 0 ? x - width / 2 : side > 0 ? x + 8 : x - 8 - width
  const top = side === 0 ? (y < circle.y ? y - height - 4 : y + 5) : y - height / 2
  pdf.fillColor(ink.dimmed).text(name, left, top, options)
  pdf
    .font('bold')
    .fontSize(9)
    .fillColor(ink.text)
    .text(score, left, top + height - 11, { width, align })
}

/** The scores on an axis for each area, from 0 in the middle to 6 at the edge. */
export const drawRadar = (pdf: Page, sheet: ResultSheet, circle: Circle) => {
  const { axes, areas } = sheet
  const at = (axis: number, score: number) => pointAt(circle, axis, score, axes.length)
  pdf.lineWidth(0.5)
  for (const score of [...rings, reach]) pdf.polygon(...axes.map((_, axis) => at(axis, score))).stroke(ink.line)
  for (const axis of axes.keys())
    pdf
      .moveTo(circle.x, circle.y)
      .lineTo(...at(axis, reach))
      .stroke(ink.line)
  for (const score of rings) {
    const [x, y] = at(0, score)
    pdf
      .font('plain')
      .fontSize(6.5)
      .fillColor(ink.dimmed)
      .text(String(score), x + 2.5, y + 2, { lineBreak: false })
  }
  const points = areas.map(({ axis, value }) => at(axis, value))
  if (points.length > 0) {
    pdf
      .polygon(...points)
      .fillOpacity(0.18)
      .fill(ink.main)
      .fillOpacity(1)
    pdf
      .lineWidth(1.5)
      .polygon(...points)
      .stroke(ink.main)
  }
  for (const [x, y] of points) pdf.circle(x, y, 3).fill(ink.main)
  for (const axis of axes.keys()) drawLabel(pdf, circle, axis, sheet)
}
