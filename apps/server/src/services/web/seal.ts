import { createHash } from 'node:crypto'

const sources = [
  "default-src 'self'",
  "style-src 'self' 'unsafe-inline'", // Mantine writes style attributes and, for responsive props, style elements
  "img-src 'self' data: blob:",
  'frame-src https://www.youtube-nocookie.com https://open.spotify.com',
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

const sha = (text: string) => createHash('sha256').update(text).digest('base64')

/** Seals a rendering: its own inline scripts, known by the mark, become hashes in its policy, and the mark goes. What was injected has none. */
export const seal = (rendered: string, mark: string) => {
  const own = new RegExp(`<script(?=[^>]* nonce="${mark}")(?![^>]* src=)[^>]*>([^]*?)</script>`, 'g')
  const hashes = new Set(Array.from(rendered.matchAll(own), ([, code = '']) => `'sha256-${sha(code)}'`))
  const html = rendered.replaceAll(` nonce="${mark}"`, '')
  return { html, policy: ["script-src 'self'", ...hashes].join(' ') + `; ${sources}`, etag: `W/"${sha(html).slice(0, 22)}"` }
}
