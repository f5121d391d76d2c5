import { expect, test } from 'vitest'
import { snippetOf } from './Badges.tsx'

const query = {
  size: 'small',
  theme: 'dark',
  lang: 'de',
  origin: 'https://a.example',
  ownerId: 'x',
  alt: 'Tom "T" & Co',
} as const

test('a picture badge links to the page, and has its size', () => {
  expect(snippetOf({ ...query, kind: 'picture' })).toBe(
    '<a href="https://a.example/company/x"><img src="https://a.example/badge/x.svg?size=small&amp;theme=dark&amp;lang=de" width="190" height="36" alt="Tom &quot;T&quot; &amp; Co" loading="lazy"></a>',
  )
})

test('a frame has a title, and a mail signature has text next to a picture in a format that mail programs show', () => {
  expect(snippetOf({ ...query, kind: 'card' })).toContain(
    '<iframe src="https://a.example/badge/x.html?size=small&amp;theme=dark&amp;lang=de" width="190" height="36" title="Tom &quot;T&quot; &amp; Co"',
  )
  expect(snippetOf({ ...query, kind: 'signature' })).toMatch(
    /badge\/x\.png\?theme=dark" width="90" height="18" alt="[^"]+" [^>]+> Tom &quot;T&quot; &amp; Co<\/a>$/,
  )
})
