import { companyKeyOf, keyOf, wordsOf } from '@tradewind/contract/crm/matchWords'
import { fold } from '#kit/database/list'

/**
 * Keys for finding possible duplicates. Migrations have the same rules in SQL for existing records: after a change here or in `matchWords.ts` of the
 * contract, all keys must be computed again. Only features that JavaScript and PostgreSQL treat alike are used: explicit character ranges, and
 * letters that were folded here.
 */

const folded = (name: string) => fold(name).slice(0, 200)

/** A company's name without accents, umlauts, punctuation and legal form: `Mueller & Co. KG` is `muller`. Null if nothing is left. */
export const nameMatchOf = (legalName: string) => companyKeyOf(folded(legalName))

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
