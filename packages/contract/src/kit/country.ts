import { z } from 'zod'
import { countryName, isCountryCode } from '../countries.ts'
import { countryCode } from '../country-spellings.ts'

const codeOf = (text: string, context: z.RefinementCtx) => {
  const code = countryCode(text)
  if (code) return code
  context.addIssue({ code: 'custom', message: 'Choose a country', input: text })
  return z.NEVER
}

/** A country as people write it (name, ISO code, a common spelling), read as its ISO code. */
export const countryIn = z.string('Country is required').trim().min(1, 'Country is required').transform(codeOf)

/** The same, where it may be left out. Empty is null. */
export const optionalCountry = z
  .string()
  .trim()
  .transform((text, context) => (text ? codeOf(text, context) : null))
  .nullish()

/** A stored ISO code, answered as the English short name. */
export const countryOut = z
  .string()
  .transform((code) => (isCountryCode(code) ? countryName(code) : code))
  .pipe(z.string())
