import { z } from 'zod'
import { countryName, isCountryCode } from '../countries.ts'
import { countryCode } from '../country-spellings.ts'

/** A country as people write it (name, ISO code, a common spelling), read as its ISO code. */
export const countryIn = z
  .string('Country is required')
  .trim()
  .min(1, 'Country is required')
  .transform((text, context) => {
    const code = countryCode(text)
    if (code) return code
    context.addIssue({ code: 'custom', message: 'Choose a country', input: text })
    return z.NEVER
  })

/** A stored ISO code, answered as the English short name. */
export const countryOut = z
  .string()
  .transform((code) => (isCountryCode(code) ? countryName(code) : code))
  .pipe(z.string())
