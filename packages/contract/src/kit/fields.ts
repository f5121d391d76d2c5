import { z } from 'zod'

/** PostgreSQL keeps neither NUL nor half a character. */
const storable = (value: string) => !value.includes('\0') && value.isWellFormed()
const unstorable = 'This has a character that cannot be kept'

/** A required text, trimmed. */
export const text = (label: string, max = 200) =>
  z
    .string(`${label} is required`)
    .trim()
    .min(1, `${label} is required`)
    .max(max, `${label} may have ${max} characters at most`)
    .refine(storable, unstorable)

/** A text that may be left out. Empty is null. */
export const optionalText = (label: string, max = 200) =>
  z
    .string()
    .trim()
    .max(max, `${label} may have ${max} characters at most`)
    .refine(storable, unstorable)
    .transform((value) => value || null)
    .nullish()

/** One strict address: no display name, quotes, commas or line breaks. Kept as typed. */
export const emailAddress = (label = 'Email address') =>
  z
    .string(`${label} is required`)
    .trim()
    .min(1, `${label} is required`)
    .max(254, `${label} may have 254 characters at most`)
    .pipe(z.email(`${label} is not a valid address`))

const schemed = (value: string) => (/^[a-z][a-z\d+.-]*:/i.test(value) ? value : `https://${value}`)
const isWebAddress = (value: string) => {
  const url = URL.parse(value)
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && /^[^.]+(\.[^.]+)+\.?$|^\[/.test(url.hostname)
}

/** A web address, http or https alone. Without a scheme it gets https. */
export const webAddress = (label: string) =>
  text(label, 2048).transform(schemed).refine(isWebAddress, `${label} is not a web address`)

/** `true` and `false`, also as the words that a form or query carries. */
export const yesOrNo = z.union([z.boolean(), z.enum(['true', 'false']).transform((word) => word === 'true')], 'Yes or no')
