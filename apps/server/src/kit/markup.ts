import sanitize from 'sanitize-html'

const rules: sanitize.IOptions = {
  // Deeper elements lose their tags.
  nestingLimit: 50,
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
  // The target of a link gets no `window.opener` and no referrer.
  transformTags: {
    a: (tagName, { href = '' }) => {
      const isSafe = /^(https?:|mailto:|tel:)/i.test(href.trim())
      return { tagName, attribs: isSafe ? { href: href.trim(), rel: 'noopener noreferrer nofollow', target: '_blank' } : {} }
    },
  },
}

const entities: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&nbsp;': ' ' }

/** An image in the source markup: its address, which may be a data URL, and its alternative text. */
interface SourceImage {
  src: string
  alt: string
}

/** The rules of rich text with images at the addresses that `addressOf` returns; images without an address are removed. */
const rulesWithImages = (addressOf: (image: SourceImage) => string | undefined): sanitize.IOptions => ({
  ...rules,
  allowedTags: [...(rules.allowedTags as string[]), 'img'],
  allowedAttributes: { ...rules.allowedAttributes, img: ['src', 'alt'] },
  transformTags: {
    ...rules.transformTags,
    h1: 'h2',
    img: (tagName, { src = '', alt = '' }) => {
      const image = { src: src.trim(), alt: alt.replace(/\s+/g, ' ').trim() }
      const address = addressOf(image)
      return { tagName, attribs: address === undefined ? {} : { src: address, alt: image.alt } }
    },
  },
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !attribs['src'],
})

/** The maximum number of open elements that the parser gets: the time to close them grows with the square of their number. */
const MAX_OPEN = 2000
const isVoid = (tag: string) => /^<(?:br|hr|img|input|wbr|col|area|base|embed|link|meta|source|track)\b|\/>$/i.test(tag)

/** Markup without the opening tags of which too many others are open. No editor writes such markup. */
const withoutDeepTags = (markup: string) => {
  let open = 0
  return markup.replace(/<\/?[a-z][^<>]*>/gi, (tag) => {
    if (isVoid(tag)) return tag
    if (tag.startsWith('</')) open = Math.max(0, open - 1)
    else if (open === MAX_OPEN) return ''
    else open++
    return tag
  })
}

/**
 * Sanitizes rich text: keeps some elements, and links with http, https, mailto and tel. With `addressOf`, keeps the images that it returns an address
 * for, each as `<img src="…" alt="…" />`, and turns first-level headings into second-level ones; without it, removes both.
 */
export const sanitizeMarkup = (markup: string, addressOf?: (image: SourceImage) => string | undefined) =>
  sanitize(withoutDeepTags(markup), addressOf ? rulesWithImages(addressOf) : rules).trim()

/** The plain text of sanitized markup, one line per block. */
export const toPlainText = (cleaned: string) =>
  sanitize(cleaned.replace(/<(br|\/p|\/li|\/h\d|\/blockquote|\/pre|hr)\b[^>]*>/g, '$&\n'), { allowedTags: [] })
    .replace(/&(amp|lt|gt|quot|nbsp);/g, (entity) => entities[entity]!)
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
