import { encodeQR } from 'qr'

/** Where a short link leads. */
export const addressOf = (code: string) => `${location.origin}/r/${code}`

/** Light modules that a reader needs around a code. */
const QUIET = 4

/** Its rows of modules: dark ones are true. */
const modulesOf = (address: string) => encodeQR(address, 'raw', { ecc: 'medium', border: QUIET })

/** The dark modules of an address as the path of a picture, and how many modules it has on a side. */
export const drawn = (address: string) => {
  const rows = modulesOf(address)
  const path = rows.map((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')).join('')).join('')
  return { path, size: rows.length }
}

/** A picture that any program draws as large as it likes. */
export const svgOf = (address: string) => {
  const { path, size } = drawn(address)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${path}"/></svg>\n`
}

/** Pixels of a PNG's side, at least: sharp on paper at 8 cm. */
const PIXELS = 1000

/** The same as a PNG: whole pixels for each module. */
export const pngOf = async (address: string) => {
  const rows = modulesOf(address)
  const size = rows.length
  const scale = Math.ceil(PIXELS / size)
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = size * scale
  const context = canvas.getContext('2d')!
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.fillStyle = '#000'
  for (const [y, row] of rows.entries())
    for (const [x, isDark] of row.entries()) if (isDark) context.fillRect(x * scale, y * scale, scale, scale)
  return new Promise<Blob>((resolve, reject) => {
    canvas.toBlob((made) => (made ? resolve(made) : reject(new Error('The browser made no picture'))), 'image/png')
  })
}
