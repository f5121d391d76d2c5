import { phrase } from '../../kit/phrase.ts'
import type { FieldSpec, FieldSpecs } from '../entityFields.ts'

/** The kinds of record that a tenant can add fields to. */
export const customKinds = ['company', 'contact', 'meetingReport', 'projectCompany'] as const
export type CustomKind = (typeof customKinds)[number]

/** The types of a tenant's field, in the order of the form. */
export const customTypes = ['TEXT', 'NUMBER', 'DATE', 'CHOICE', 'SEVERAL', 'PERSON', 'LINK', 'YES_NO'] as const
export type CustomType = (typeof customTypes)[number]

/** The maximum number of fields of one kind in use. */
export const MAX_CUSTOM_FIELDS = 50
/** The maximum number of choices of one field, retired ones included. */
export const MAX_CUSTOM_CHOICES = 100
/** The maximum length of a text or a link. */
export const MAX_CUSTOM_TEXT_LENGTH = 500

/** The labels of a yes/no field, by its value in conditions of lists. */
export const yesNoNames = { true: phrase('Yes'), false: phrase('No') } as const

/**
 * The value of a field: a text, a link, a day (`YYYY-MM-DD`), the key of a choice or the id of a person; a number; a boolean; the keys of several
 * choices.
 */
export type CustomValue = string | number | boolean | string[]
/** The values of a record, by the keys of their fields. An update names only those that it changes; null clears a field. */
export type CustomValues = Record<string, CustomValue>
export type CustomChange = Record<string, CustomValue | null>

/** One of the choices. The server derives its key from the first label. A retired one stays where it is selected, and cannot be newly selected. */
export interface CustomChoice {
  key: string
  label: string
  isRetired: boolean
}

/** What screens, lists and checks need to know of a field. */
export interface CustomDefinition {
  key: string
  label: string
  type: CustomType
  choices: readonly CustomChoice[]
  retiredAt: string | null
}

/** The name of a field in lists, conditions, exports and refusals: `custom.colour`. */
export type CustomName = `custom.${string}`
export const customName = (key: string): CustomName => `custom.${key}`
export const isCustomName = (name: string): name is CustomName => name.startsWith('custom.')
/** The key in such a name. */
export const customKeyOf = (name: CustomName) => name.slice('custom.'.length)

const wordsOf = (choices: readonly CustomChoice[]) => Object.fromEntries(choices.map(({ key, label }) => [key, label]))
const prompt = phrase('Choose one of the choices')

/** Lists can be sorted by all fields except people and several choices. */
export const isCustomSortable = ({ type }: Pick<CustomDefinition, 'type'>) => type !== 'SEVERAL' && type !== 'PERSON'

/** Describes a tenant's field in the same form as the product's fields; its conditions are parsed, and offered in screens, by this. */
export const specOfCustom = ({ key, label, type, choices }: CustomDefinition): FieldSpec => {
  const base = { label, own: true, where: 'orEmpty', ...(isCustomSortable({ type }) && { sortable: true as const }) } as const
  switch (type) {
    case 'TEXT':
      return { ...base, type: 'text', max: MAX_CUSTOM_TEXT_LENGTH }
    case 'LINK':
      return { ...base, type: 'webAddress' }
    case 'NUMBER':
      return { ...base, type: 'number' }
    case 'DATE':
      return { ...base, type: 'day' }
    case 'CHOICE':
      return { ...base, type: 'choice', choices: wordsOf(choices), ownChoices: true, prompt }
    case 'SEVERAL':
      return { ...base, type: 'choices', choices: wordsOf(choices), ownChoices: true, prompt }
    case 'YES_NO':
      return { ...base, type: 'choice', choices: yesNoNames, prompt }
    case 'PERSON':
      return {
        ...base,
        type: 'reference',
        named: customName(key),
        by: 'fullName',
        person: true,
        prompt: phrase('Choose a person'),
      }
  }
}

/** The fields in use, described under their names in lists. */
export const specsOfCustom = (definitions: readonly CustomDefinition[]): FieldSpecs =>
  Object.fromEntries(
    definitions.filter(({ retiredAt }) => !retiredAt).map((definition) => [customName(definition.key), specOfCustom(definition)]),
  )
