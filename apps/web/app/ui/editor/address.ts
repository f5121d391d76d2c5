const schemes = /^(https?|mailto|tel):/i
const anyScheme = /^[a-z][a-z\d+.-]*:(?!\d)/i

/** What was typed as the address of a link: of the web, a mail box or a telephone. Without a scheme it is the web's, or a mail box. Null where it is none. */
export const webAddressOf = (typed: string) => {
  const given = typed.trim()
  if (!given || /\s/.test(given)) return null
  if (anyScheme.test(given)) return schemes.test(given) && URL.canParse(given) ? given : null
  if (/^[^@/]+@[^@/]+\.[^@/]+$/.test(given)) return `mailto:${given}`
  const address = `https://${given}`
  return given.includes('.') && URL.canParse(address) ? address : null
}
