import type { Files } from '@tradewind/byte-store/files'
import sharp from 'sharp'
import type { Tx } from '#kit/database/database'
import { pseudoRandom } from '#kit/record/demo'
import { storeLogo } from '#platform/document.queries'

type Mark = (x: number, y: number) => boolean

const SIDE = 144
/** Points per pixel in each direction, so that edges are smooth. */
const POINTS = 2

/** Marks of one colour on white. The coordinates go from -1 to 1. */
const marks: readonly Mark[] = [
  (x, y) => Math.abs(Math.hypot(x, y) - 0.6) < 0.18,
  (x, y) => Math.abs(x) + Math.abs(y) < 0.85 && Math.abs(x) + Math.abs(y + 0.2) > 0.4,
  (x, y) => Math.hypot(x, y) < 0.8 && Math.abs(y - 0.25 * Math.sin(4 * x)) > 0.14,
  (x, y) => Math.abs(x) < 0.7 && y < 0.7 && y > 0.7 * Math.abs(x) - 0.5 && Math.hypot(x, y - 0.25) > 0.3,
  (x, y) => Math.hypot(x + 0.25, y) < 0.5 !== Math.hypot(x - 0.25, y) < 0.5,
  (x, y) => Math.hypot(x, y) < 0.8 && Math.floor((x + y + 4) * 3) % 2 === 0,
  (x, y) => Math.max(Math.abs(x), Math.abs(y)) < 0.7 && Math.hypot(x - 0.7, y - 0.7) > 0.8,
  (x, y) => Math.hypot(x, y) < 0.45 + 0.3 * Math.cos(5 * Math.atan2(x, -y)),
  (x, y) => Math.abs(y) < 0.7 && Math.abs(x) < 0.75 && Math.abs(Math.abs(x) - 0.35 - 0.3 * y) < 0.2,
  (x, y) => Math.hypot(x, y) < 0.75 && Math.hypot(x - 0.3, y + 0.25) > 0.5,
  (x, y) => y < 0.65 && y > -0.75 + 1.9 * Math.abs(x) && (y < 0.1 || y > 0.3),
  (x, y) => Math.abs(x) < 0.75 && [-0.5, 0, 0.5].some((line) => Math.abs(y - line - 0.15 * x) < 0.14),
]

const colours = ['#1d487c', '#a84904', '#08674c', '#891235', '#5b3a8c', '#0b6b7d', '#7a5b00', '#323f55'].map(
  (hex) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as [number, number, number],
)

/** The share of a pixel that a mark covers, from 0 to 1. */
const coverage = (mark: Mark, column: number, row: number) => {
  const at = (pixel: number, point: number) => ((pixel + (point + 0.5) / POINTS) / SIDE) * 2 - 1
  let covered = 0
  for (let point = 0; point < POINTS ** 2; point++)
    if (mark(at(column, point % POINTS), at(row, Math.floor(point / POINTS)))) covered++
  return covered / POINTS ** 2
}

/** Draws a logo as a PNG. The place in the list selects the mark, the name its colour. */
const drawLogo = (place: number, name: string) => {
  const colour = colours[pseudoRandom(colours.length, name, 'logo')]!
  const pixels = Uint8Array.from({ length: SIDE * SIDE * 3 }, () => 255)
  for (let pixel = 0; pixel < SIDE * SIDE; pixel++) {
    const share = coverage(marks[place % marks.length]!, pixel % SIDE, Math.floor(pixel / SIDE))
    for (const [at, value] of colour.entries()) pixels[pixel * 3 + at] = Math.round(255 - share * (255 - value))
  }
  return sharp(pixels, { raw: { width: SIDE, height: SIDE, channels: 3 } })
    .png()
    .toBuffer()
}

/** Draws the logo of a member and stores it as an upload would be. Returns the id of its document. */
export const addLogo = async (
  tx: Tx,
  files: Pick<Files, 'store'>,
  tenantId: string,
  { uniqueId, place, name }: { uniqueId: string; place: number; name: string },
) => storeLogo(files, { tx, scope: { tenantId }, actor: { uniqueId } }, 'logo.png', await drawLogo(place, name))
