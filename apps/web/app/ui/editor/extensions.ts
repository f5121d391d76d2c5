import { Image } from '@tiptap/extension-image'
import { StarterKit } from '@tiptap/starter-kit'

const schemes = /^(https?|mailto|tel):/i
const anyScheme = /^[a-z][a-z\d+.-]*:(?!\d)/i

/** Parses the typed address of a link: a web, e-mail or telephone address. Without a scheme it is a web or e-mail address. Null if it is invalid. */
export const webAddressOf = (typed: string) => {
  const trimmed = typed.trim()
  if (!trimmed || /\s/.test(trimmed)) return null
  if (anyScheme.test(trimmed)) return schemes.test(trimmed) && URL.canParse(trimmed) ? trimmed : null
  if (/^[^@/]+@[^@/]+\.[^@/]+$/.test(trimmed)) return `mailto:${trimmed}`
  const address = `https://${trimmed}`
  return trimmed.includes('.') && URL.canParse(address) ? address : null
}

const baseExtension = (levels: (2 | 3 | 4)[]) =>
  StarterKit.configure({
    heading: { levels },
    trailingNode: false,
    link: { openOnClick: false, defaultProtocol: 'https', protocols: ['mailto', 'tel'] },
  })

/** Our own pictures, and those embedded as data. Pictures of other sites are left out. */
const Picture = Image.extend({
  parseHTML: () => ['data:image/', '/api/content/picture/'].map((start) => ({ tag: `img[src^="${start}"]` })),
}).configure({ allowBase64: true })

/** What a text of a record may contain. */
export const noteExtensions = [baseExtension([3, 4])]

/** What an article may contain: headings from the second level on, and pictures. */
export const articleExtensions = [baseExtension([2, 3, 4]), Picture]
