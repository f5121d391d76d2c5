import { countryName, isCountryCode } from '@tradewind/contract/countries'
import { type FieldSpec, type FieldSpecs, specsOf } from '@tradewind/contract/kit/entityFields'
import { type Say, useText } from '#kit/text'
import { useZone } from '#kit/zone'
import { momentIn } from '#ui/form/moment'
import { dayOf, momentOf } from '#ui/values/dates'
import { named } from './useFields.tsx'
import { choiceOf, inWords, labelOf } from './words.ts'

/** The reader's language and time zone, on which formatted values depend. */
interface Reading {
  t: Say
  zone: string
}

const wordOf = (spec: FieldSpec, value: string, { t, zone }: Reading) => {
  switch (spec.type) {
    case 'choice':
    case 'choices':
      return spec.choices[value] && choiceOf(spec, value, t)
    case 'country':
      return isCountryCode(value) && countryName(value)
    case 'day':
      return dayOf(value)
    case 'moment':
      return momentOf(momentIn(value, zone), zone)
    default:
      return value
  }
}

const oneInWords = (spec: FieldSpec, given: unknown, reading: Reading) => {
  const value = named(spec, given)
  return typeof value === 'string' || typeof value === 'boolean' ? wordOf(spec, String(value), reading) || value : value
}

/** Formats a field's value, as a record or its history holds it: a country by its code or its name. */
export const valueInWords = (spec: FieldSpec | undefined, value: unknown, reading: Reading) =>
  inWords(spec ? [value].flat().map((one: unknown) => oneInWords(spec, one, reading)) : value)

/** Formats a boolean, which a custom field may hold. */
const yesNoIn = (value: unknown, t: Say) => (typeof value === 'boolean' ? (value ? t('Yes') : t('No')) : value)

/** Formats the fields of an entity, for conflicts of two versions and for the history. */
export const useFieldWords = (fields: FieldSpecs) => {
  const t = useText()
  const zone = useZone()
  return {
    show: (field: string, value: unknown) => valueInWords(fields[field], fields[field] ? value : yesNoIn(value, t), { t, zone }),
    /** The labels of the fields in the history: as in a form, a reference under the column with the other record's name. */
    labels: Object.fromEntries(
      specsOf(fields).flatMap(([field, spec]) => {
        const name = spec.type === 'reference' ? spec.historyName : field
        return (spec.readOnly && !spec.inHistory) || !name ? [] : [[name, labelOf(spec, t)]]
      }),
    ),
  }
}
