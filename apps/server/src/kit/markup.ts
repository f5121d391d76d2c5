import sanitize from 'sanitize-html'

const rules: sanitize.IOptions = {
  // Deeper elements lose their tags: thousands of them, none closed, take seconds to close.
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

/**
 * Sanitizes rich text: keeps some elements, and links with http, https, mailto and tel. With `addressOf`, keeps the images that it returns an address
 * for, each as `<img src="…" alt="…" />`, and turns first-level headings into second-level ones; without it, removes both.
 */
export const sanitizeMarkup = (markup: string, addressOf?: (image: SourceImage) => string | undefined) =>
  sanitize(markup, addressOf ? rulesWithImages(addressOf) : rules).trim()

/** The plain text of sanitized markup, one line per block. */
export const toPlainText = (cleaned: string) =>
  sanitize(cleaned.replace(/<(br|\/p|\/li|\/h\d|\/blockquote|\/pre|hr)\b[^>]*>/g, '$&\n'), { allowedTags: [] })
    .replace(/&(amp|lt|gt|quot|nbsp);/g, (entity) => entities[entity]!)
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
