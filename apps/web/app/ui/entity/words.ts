import type { FieldSpec } from '@tradewind/contract/kit/entityFields'
import type { Say } from '#kit/text'

/** How a field is called: a tenant's own one as it was typed, whatever the product calls so. */
export const labelOf = ({ label, own }: Pick<FieldSpec, 'label' | 'own'>, t: Say) => (own ? label : t(label))

type Choices = Pick<Extract<FieldSpec, { choices: object }>, 'choices' | 'ownChoices'>

/** How a choice is called. What is none of the choices is called as it is. */
export const choiceOf = ({ choices, ownChoices }: Choices, value: string, t: Say) => {
  const word = choices[value] ?? value
  return ownChoices ? word : t(word)
}

/** A value of a record as plain words: a list by its parts, nothing as a dash. */
export const inWords = (value: unknown): string => {
  if (Array.isArray(value)) return value.map(inWords).join(', ') || '–'
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) || '–' : '–'
}
