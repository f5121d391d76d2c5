import { Image } from '@tiptap/extension-image'
import { StarterKit } from '@tiptap/starter-kit'

const basis = (levels: (2 | 3 | 4)[]) =>
  StarterKit.configure({
    heading: { levels },
    trailingNode: false,
    link: { openOnClick: false, defaultProtocol: 'https', protocols: ['mailto', 'tel'] },
  })

/** Our own pictures, and those that came as data. A picture of another site is left out. */
const Picture = Image.extend({
  parseHTML: () => ['data:image/', '/api/content/picture/'].map((start) => ({ tag: `img[src^="${start}"]` })),
}).configure({ allowBase64: true })

/** What a text of a record may hold. */
export const noteExtensions = [basis([3, 4])]

/** What an article may hold: headings from the second level on, and pictures. */
export const articleExtensions = [basis([2, 3, 4]), Picture]
