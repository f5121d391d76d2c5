import { encodeQR } from 'qr'

/** The address of a short link. */
export const shortLinkUrl = (code: string) => `${location.origin}/r/${code}`

/** Number of light modules that a reader needs around a code. */
const QUIET_ZONE = 4

/** The code's rows of modules: dark ones are true. */
const encodeModules = (address: string) => encodeQR(address, 'raw', { ecc: 'medium', border: QUIET_ZONE })

/** The dark modules of an address's code as an SVG path, and the number of modules per side. */
export const qrPath = (address: string) => {
  const rows = encodeModules(address)
  const path = rows.map((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')).join('')).join('')
  return { path, size: rows.length }
}

/** The code as an SVG, which scales to any size. */
export const toSvg = (address: string) => {
  const { path, size } = qrPath(address)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${path}"/></svg>\n`
}

/** Minimum side of a PNG in pixels: sharp on paper at 8 cm. */
const MIN_PNG_PIXELS = 1000

/** The code as a PNG, with a whole number of pixels per module. */
export const toPng = async (address: string) => {
  const rows = encodeModules(address)
  const size = rows.length
  const scale = Math.ceil(MIN_PNG_PIXELS / size)
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = size * scale
  const context = canvas.getContext('2d')!
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.fillStyle = '#000'
  for (const [y, row] of rows.entries())
    for (const [x, isDark] of row.entries()) if (isDark) context.fillRect(x * scale, y * scale, scale, scale)
  return new Promise<Blob>((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The browser made no picture'))), 'image/png')
  })
}
