import { type FieldSpec, type FieldSpecs, specsOf } from '@tradewind/contract/kit/entityFields'
import type { Language } from '@tradewind/contract/kit/language'
import { type Translate, useLanguage, useText } from '#kit/text'
import { useZone } from '#kit/zone'
import { toInstant } from '#ui/form/moment'
import { formatDay, formatMoment, isDay } from '#ui/values/dates'
import { countryLabel } from './useCountryOptions.ts'
import { numberFormats, referenceName } from './useFields.tsx'
import { choiceLabel, formatValue, labelOf } from './words.ts'

/** The reader's language and time zone, on which formatted values depend. */
interface FormatContext {
  t: Translate
  zone: string
}

const formatSimple = (spec: FieldSpec, value: string, { t, zone }: FormatContext) => {
  switch (spec.type) {
    case 'choice':
    case 'choices':
      return spec.choices[value] && choiceLabel(spec, value, t)
    case 'country':
      return countryLabel(value, t)
    case 'day':
      return formatDay(value)
    case 'moment':
      return formatMoment(toInstant(value, zone), zone)
    default:
      return value
  }
}

const formatOne = (spec: FieldSpec, raw: unknown, reading: FormatContext) => {
  const value = referenceName(spec, raw)
  return typeof value === 'string' || typeof value === 'boolean' ? formatSimple(spec, String(value), reading) || value : value
}

/** Formats a field's value, as a record or its history holds it: a country by its code or its name. */
export const formatFieldValue = (spec: FieldSpec | undefined, value: unknown, reading: FormatContext) =>
  formatValue(spec ? [value].flat().map((one: unknown) => formatOne(spec, one, reading)) : value)

/** Formats a value of a custom field. The history does not know its type. */
export const formatCustomValue = (value: unknown, { t, language }: { t: Translate; language: Language }) => {
  if (typeof value === 'boolean') return value ? t('Yes') : t('No')
  if (typeof value === 'number') return value.toLocaleString(language, numberFormats.number)
  return (typeof value === 'string' && isDay(value) && formatDay(value)) || formatValue(value)
}

/** Formats the fields of an entity, for conflicts of two versions and for the history. */
export const useFieldFormatter = (fields: FieldSpecs) => {
  const t = useText()
  const zone = useZone()
  const language = useLanguage()
  return {
    show: (field: string, value: unknown) =>
      fields[field] ? formatFieldValue(fields[field], value, { t, zone }) : formatCustomValue(value, { t, language }),
    /** The labels of the fields in the history: as in a form, a reference under the column with the other record's name. */
    labels: Object.fromEntries(
      specsOf(fields).flatMap(([field, spec]) => {
        const name = spec.type === 'reference' ? spec.historyName : field
        return (spec.readOnly && !spec.inHistory) || !name ? [] : [[name, labelOf(spec, t)]]
      }),
    ),
  }
}
