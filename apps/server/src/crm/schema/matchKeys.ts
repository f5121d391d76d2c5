import { fold } from '#kit/database/list'

/**
 * Keys for finding possible duplicates. Migrations have the same rules in SQL for existing records: after a change here, all keys must be
 * computed again. Only features that JavaScript and PostgreSQL treat alike are used: explicit character ranges, and
 * letters that were folded here.
 */

/** Punctuation within a word: `S.p.A.` is `SpA`, `O'Neill` is `ONeill`. */
const innerPunctuation = /[.'`´’]/g
/** All other punctuation, between words. */
const outerPunctuation =
  // oxlint-disable-next-line no-control-regex -- a name may hold tabs and line breaks, which the class for them finds in JavaScript alone
  /[\u0001-/:-`{-\u00bf\u00d7\u00f7\u2000-\u206f\u20a0-\u20cf\u2190-\u2bff\u3000-\u3004\u3008-\u3020\ufe30-\ufe4f\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65]+/g

/** Legal forms of companies, after folding and without punctuation. */
const legalForms = [
  'gmbh|g m b h|gesmbh|ges m b h|mbh|ag|kg|kgaa|ohg|gbr|ug|haftungsbeschrankt|se|eg|e g|ev|e v|ek|e k|e u|eu',
  'ltd|limited|plc|llc|l l c|llp|lp|inc|incorporated|corp|corporation|company|co|cie|pty|pte|pvt|private|public',
  'srl|s r l|srls|spa|s p a|sas|s a s|sarl|s a r l|sa|s a|sasu|snc|scs|sca|eurl|scarl|sapa',
  'sl|s l|slu|sau|sll|lda|ltda|unipessoal|bv|b v|nv|n v|bvba|vof|cv|ab|as|a s|asa|aps|is|ivs|oy|oyj|hf|ehf|ou',
  'sp z o o|sp z oo|sp zoo|spzoo|sp k|sp j|sro|s r o|spol|doo|d o o|dd|kft|zrt|nyrt|bt|ad|eood|ood|uab|sia|ooo|oao|zao|pao|jsc|pjsc|ojsc',
  'kk|sdn|bhd|tbk|fze|fzco|llc fz',
].join('|')
const trailingForms = new RegExp(`( (${legalForms}|and|und|et))+$`)

const trimmed = (words: string) => words.replace(/^ +| +$/g, '')
const wordsOf = (folded: string) => trimmed(folded.replace(innerPunctuation, '').replace(outerPunctuation, ' '))

/** Letters that folding leaves as they are. */
const plainLetters: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd' }
/** An umlaut that is spelt without one, as in `Mueller`. Not in `Bauer`, `Quelle`, `Boeing`, `Blue`. */
const umlautSpelling = /(?<![aeioq])([aou])e(?=[bcdfghjklmnprstvwxz])/g
/** Words without spaces, in the plainest spelling: that of `Müller` and `Mueller` is `muller`. */
const keyOf = (words: string) =>
  words
    .replace(/ /g, '')
    .replace(/[ßæœøłđ]/g, (letter) => plainLetters[letter]!)
    .replace(umlautSpelling, '$1') || null

const folded = (name: string) => fold(name).slice(0, 200)

/** A company's name without accents, umlauts, punctuation and legal form: `Mueller & Co. KG` is `muller`. Null if nothing is left. */
export const nameMatchOf = (legalName: string) => keyOf(wordsOf(folded(legalName)).replace(trailingForms, ''))

/** Hosts where anybody may have a page: two companies with such a host are not the same. */
const sharedHosts = [
  'facebook.com|fb.com|instagram.com|linkedin.com|xing.com|twitter.com|x.com|youtube.com|tiktok.com|pinterest.com|vk.com|t.me|wa.me|linktr.ee',
  'google.com|goo.gl|bit.ly|business.site|medium.com|github.com|notion.site|about.me|yelp.com|tripadvisor.com',
  'amazon.com|amazon.de|amazon.it|amazon.fr|amazon.es|amazon.co.uk|ebay.com|ebay.de|etsy.com|alibaba.com|aliexpress.com|made-in-china.com|indiamart.com|europages.com|wlw.de',
  'wix.com|wordpress.com|blogspot.com|jimdo.com|weebly.com|webnode.com|squarespace.com',
]
  .join('|')
  .replaceAll('.', '\\.')
const sharedHostPattern = new RegExp(`^(.*\\.)?(${sharedHosts})$`)
/** A subdomain of a site builder. */
const ownPagePattern = /^[^.]+\.(wordpress|blogspot|jimdo|weebly|webnode|squarespace)\.com$/
const hostPattern = /^([A-Za-z][A-Za-z0-9+.-]*:\/\/)?([^/?#@]*@)?([^/?#:@\\ ]*).*$/

/** The domain of a website, without `www.`; null for hosts that many companies share. */
export const domainMatchOf = (website: string) => {
  const host = website
    .replace(/[\n\r\u2028\u2029]/g, '')
    .replace(hostPattern, '$3')
    .replace(/[A-Z]/g, (letter) => letter.toLowerCase())
    .replace(/^www[0-9]?\.|\.$/g, '')
    .slice(0, 200)
  if (!host.includes('.')) return null
  return sharedHostPattern.test(host) && !ownPagePattern.test(host) ? null : host
}

/** Letters and digits of a tax number; null if too short to be significant. */
export const taxMatchOf = (taxRefNumber: string | null | undefined) => {
  const significantChars = (taxRefNumber ?? '')
    .replace(/[^A-Za-z0-9]/g, '')
    .replace(/[a-z]/g, (letter) => letter.toUpperCase())
    .slice(0, 200)
  return /[1-9]/.test(significantChars) && /[0-9].*[0-9].*[0-9].*[0-9]/.test(significantChars) ? significantChars : null
}

/** An email address in lower case. */
export const emailMatchOf = (email: string | null | undefined) =>
  email ? email.replace(/[A-Z]/g, (letter) => letter.toLowerCase()) : null

/** The key of a person in a company, or in one with an equivalent name. */
export const personMatchOf = ({ firstName, lastName, companyName }: Record<'firstName' | 'lastName' | 'companyName', string>) => {
  const [first, last, company] = [keyOf(wordsOf(folded(firstName))), keyOf(wordsOf(folded(lastName))), nameMatchOf(companyName)]
  return first && last && company ? `${first} ${last} ${company}` : null
}
