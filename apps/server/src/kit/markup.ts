import sanitize from 'sanitize-html'

const rules: sanitize.IOptions = {
  allowedTags: [
    'p',
    'br',
    'strong',
    'b',
    'em',
    'i',
    'u',
    's',
    'h2',
    'h3',
    'h4',
    'ul',
    'ol',
    'li',
    'blockquote',
    'code',
    'pre',
    'hr',
    'a',
  ],
  allowedAttributes: { a: ['href', 'rel', 'target'] },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  // Whoever is led away by a link cannot reach back, and is not told where from.
  transformTags: {
    a: (tagName, { href = '' }) => {
      const isSafe = /^(https?:|mailto:|tel:)/i.test(href.trim())
      return { tagName, attribs: isSafe ? { href: href.trim(), rel: 'noopener noreferrer nofollow', target: '_blank' } : {} }
    },
  },
}

const entities: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&nbsp;': ' ' }

/** A picture of a text as it came: its address, which may be data, and its alternative text. */
interface GivenPicture {
  src: string
  alt: string
}

/** The rules of rich text, and its pictures at the addresses that `addressOf` gives: it is asked for each, and one without is left out. */
const withPictures = (addressOf: (given: GivenPicture) => string | undefined): sanitize.IOptions => ({
  ...rules,
  allowedTags: [...(rules.allowedTags as string[]), 'img'],
  allowedAttributes: { ...rules.allowedAttributes, img: ['src', 'alt'] },
  transformTags: {
    ...rules.transformTags,
    h1: 'h2',
    img: (tagName, { src = '', alt = '' }) => {
      const given = { src: src.trim(), alt: alt.replace(/\s+/g, ' ').trim() }
      const address = addressOf(given)
      return { tagName, attribs: address === undefined ? {} : { src: address, alt: given.alt } }
    },
  },
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !attribs['src'],
})

/**
 * Rich text without what could act: some elements, links to the web, to mail and to telephones. Of pictures those that `addressOf` gives an address are
 * kept, each as `<img src="…" alt="…" />`, and of headings none is of the first level then; without it none is.
 */
export const cleanMarkup = (markup: string, addressOf?: (given: GivenPicture) => string | undefined) =>
  sanitize(markup, addressOf ? withPictures(addressOf) : rules).trim()

/** The words of cleaned markup, a line for each block. */
export const wordsOf = (cleaned: string) =>
  sanitize(cleaned.replace(/<(br|\/p|\/li|\/h\d|\/blockquote|\/pre|hr)\b[^>]*>/g, '$&\n'), { allowedTags: [] })
    .replace(/&(amp|lt|gt|quot|nbsp);/g, (entity) => entities[entity]!)
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
