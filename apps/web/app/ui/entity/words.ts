import type { FieldSpec } from '@tradewind/contract/kit/entityFields'
import type { Translate } from '#kit/text'

/** The label of a field: a custom field's as it was typed, even if the product has a translation of the same text. */
export const labelOf = ({ label, own }: Pick<FieldSpec, 'label' | 'own'>, t: Translate) => (own ? label : t(label))

type Choices = Pick<Extract<FieldSpec, { choices: object }>, 'choices' | 'ownChoices'>

/** The label of a choice. A value that is none of the choices is shown unchanged. */
export const choiceLabel = ({ choices, ownChoices }: Choices, value: string, t: Translate) => {
  const word = choices[value] ?? value
  return ownChoices ? word : t(word)
}

/** Formats a value of a record as plain text: a list by its parts, an empty value as a dash. */
export const formatValue = (value: unknown): string => {
  if (Array.isArray(value)) return value.map(formatValue).join(', ') || '–'
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) || '–' : '–'
}
