import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { buildPolicy } from './web.page.ts'

const tagOf = (text: string, mark: string) => buildPolicy(`<p>${text}</p><script nonce="${mark}">start()</script>`, mark).etag
const hashOf = (code: string) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`

test('a script that bears the mark is let through by its hash', () => {
  const { policy } = buildPolicy('<script nonce="m1">start()</script>', 'm1')
  expect(policy).toContain(`script-src 'self' ${hashOf('start()')};`)
})

test('a script that came in with the content has no mark and gets no hash', () => {
  const { policy } = buildPolicy(
    '<p><script>steal()</script><script nonce="guess">steal()</script></p><script nonce="m1">start()</script>',
    'm1',
  )
  expect(policy).not.toContain(hashOf('steal()'))
  expect(policy).toContain(hashOf('start()'))
})

test('a marked script that is fetched needs no hash', () => {
  const { policy } = buildPolicy('<script nonce="m1" type="module" src="/assets/entry.js"></script>', 'm1')
  expect(policy).toMatch(/^script-src 'self'; /)
})

test('the mark is gone from the page, so that nobody can learn it', () => {
  const { html } = buildPolicy('<script nonce="m1">start()</script><link nonce="m1" rel="preload">', 'm1')
  expect(html).toBe('<script>start()</script><link rel="preload">')
})

test('the same page has the same tag, another page another one, whatever the mark was', () => {
  expect(tagOf('one', 'm1')).toBe(tagOf('one', 'm2'))
  expect(tagOf('one', 'm1')).not.toBe(tagOf('two', 'm1'))
})

test('nobody may put the page in a frame, send its forms elsewhere or move its base', () => {
  const { policy } = buildPolicy('', 'm1')
  expect(policy.split('; ')).toEqual(
    expect.arrayContaining(["frame-ancestors 'none'", "form-action 'self'", "base-uri 'none'", "object-src 'none'"]),
  )
  expect(policy).not.toMatch(/script-src[^;]*unsafe/)
})
