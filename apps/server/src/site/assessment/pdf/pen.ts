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
