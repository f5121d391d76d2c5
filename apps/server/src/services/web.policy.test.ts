import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { buildPolicy } from './web.page.ts'

const tagOf = (text: string, mark: string) => buildPolicy(`<p>${text}</p><script nonce="${mark}">start()</script>`, mark).etag
const hashOf = (code: string) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`

test('allows a marked script by its hash', () => {
  const { policy } = buildPolicy('<script nonce="m1">start()</script>', 'm1')
  expect(policy).toContain(`script-src 'self' ${hashOf('start()')};`)
})

test('does not mark or hash a script that came in with the content', () => {
  const { policy } = buildPolicy(
    '<p><script>steal()</script><script nonce="guess">steal()</script></p><script nonce="m1">start()</script>',
    'm1',
  )
  expect(policy).not.toContain(hashOf('steal()'))
  expect(policy).toContain(hashOf('start()'))
})

test('adds no hash for a marked script with a src', () => {
  const { policy } = buildPolicy('<script nonce="m1" type="module" src="/assets/entry.js"></script>', 'm1')
  expect(policy).toMatch(/^script-src 'self'; /)
})

test('removes the mark from the page so that it cannot be learned', () => {
  const { html } = buildPolicy('<script nonce="m1">start()</script><link nonce="m1" rel="preload">', 'm1')
  expect(html).toBe('<script>start()</script><link rel="preload">')
})

test('the same page has the same ETag whatever its mark, and a different page has a different one', () => {
  expect(tagOf('one', 'm1')).toBe(tagOf('one', 'm2'))
  expect(tagOf('one', 'm1')).not.toBe(tagOf('two', 'm1'))
})

test('the policy forbids framing the page, submitting its forms elsewhere and changing its base URL', () => {
  const { policy } = buildPolicy('', 'm1')
  expect(policy.split('; ')).toEqual(
    expect.arrayContaining(["frame-ancestors 'none'", "form-action 'self'", "base-uri 'none'", "object-src 'none'"]),
  )
  expect(policy).not.toMatch(/script-src[^;]*unsafe/)
})
