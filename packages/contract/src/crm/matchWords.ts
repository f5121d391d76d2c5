/**
 * How names are compared to find possible duplicates, by the server and, without a connection, by the browser. Names are in lower case and without accents. After a
 * change here all keys that the server has stored must be computed again: `crm/schema/matchKeys.ts` there.
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
/** The words of a name without its punctuation, as far as it separates no words. */
export const wordsOf = (folded: string) => trimmed(folded.replace(innerPunctuation, '').replace(outerPunctuation, ' '))

/** Letters that folding leaves as they are. */
const plainLetters: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd' }
/** An umlaut that is spelt without one, as in `Mueller`. Not in `Bauer`, `Quelle`, `Boeing`, `Blue`. */
const umlautSpelling = /(?<![aeioq])([aou])e(?=[bcdfghjklmnprstvwxz])/g
/** Words without spaces, in the plainest spelling: that of `Müller` and `Mueller` is `muller`. */
export const keyOf = (words: string) =>
  words
    .replace(/ /g, '')
    .replace(/[ßæœøłđ]/g, (letter) => plainLetters[letter]!)
    .replace(umlautSpelling, '$1') || null

/** The key of a company's name, without its legal form. Null if nothing is left. */
export const companyKeyOf = (folded: string) => keyOf(wordsOf(folded).replace(trailingForms, ''))
