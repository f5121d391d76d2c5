import type { Input } from '#kit/api/calls'

/** What is known so far of a company that is being written down. */
export interface Known {
  legalName: string
  website: string
  taxRefNumber: string
  /** Its own record, where there is one. */
  butId: string | undefined
}

/** What to ask for companies like it: by a name of three letters or more, a whole domain, a tax number. Null while there is none of these. */
export const similarAsked = ({ legalName, website, taxRefNumber, butId }: Known): Input<'GET /api/company/similar'> | null => {
  const byName = legalName.length >= 3 && legalName.length <= 200
  const byWebsite = /^\S+\.[^\s.]{2,}$/.test(website) && website.length <= 2048
  const byTax = taxRefNumber.length >= 4 && taxRefNumber.length <= 200
  if (!byName && !byWebsite && !byTax) return null
  return {
    ...(byName && { legalName }),
    ...(byWebsite && { website }),
    ...(byTax && { taxRefNumber }),
    ...(butId && { butId }),
  }
}
