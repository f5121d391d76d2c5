import type { FieldSpec, FieldSpecs } from '../entityFields.ts'
import { phrase } from '../say.ts'

/** The kinds of record that a tenant can add fields to. */
export const customKinds = ['company', 'contact', 'meetingReport', 'projectCompany'] as const
export type CustomKind = (typeof customKinds)[number]

/** What a field of a tenant can hold, in the order of the form. */
export const customTypes = ['TEXT', 'NUMBER', 'DATE', 'CHOICE', 'SEVERAL', 'PERSON', 'LINK', 'YES_NO'] as const
export type CustomType = (typeof customTypes)[number]

/** Fields of one kind that are in use, at most. */
export const MOST_CUSTOM_FIELDS = 50
/** Choices of one field, at most, retired ones among them. */
export const MOST_CUSTOM_CHOICES = 100
/** Characters of a text or a link, at most. */
export const MOST_CUSTOM_CHARACTERS = 500

/** The words of a field that holds yes or no, by its value in conditions of lists. */
export const yesNoNames = { true: phrase('Yes'), false: phrase('No') } as const

/**
 * What a record holds in a field: a text, a link, a day (`YYYY-MM-DD`), the key of a choice or the id of a person; a number; yes or no; the keys
 * of several choices.
 */
export type CustomValue = string | number | boolean | string[]
/** The values of a record, by the keys of their fields. A change names those that it changes; null clears one. */
export type CustomValues = Record<string, CustomValue>
export type CustomChange = Record<string, CustomValue | null>

/** One of the choices. The server makes its key from the first label. A retired one is kept where it is chosen, and cannot be chosen anew. */
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

/** How lists, conditions, exports and refusals name a field: `custom.colour`. */
export type CustomName = `custom.${string}`
export const customName = (key: string): CustomName => `custom.${key}`
export const isCustomName = (name: string): name is CustomName => name.startsWith('custom.')
/** The key in such a name. */
export const keyIn = (name: CustomName) => name.slice('custom.'.length)

const wordsOf = (choices: readonly CustomChoice[]) => Object.fromEntries(choices.map(({ key, label }) => [key, label]))
const prompt = phrase('Choose one of the choices')

/** Lists can be sorted by all fields but people and several choices. */
export const isCustomSortable = ({ type }: Pick<CustomDefinition, 'type'>) => type !== 'SEVERAL' && type !== 'PERSON'

/** A field of a tenant, described as the fields of the product are: by this its conditions are read, and asked in screens. */
export const specOfCustom = ({ key, label, type, choices }: CustomDefinition): FieldSpec => {
  const base = { label, own: true, where: 'orEmpty', ...(isCustomSortable({ type }) && { sortable: true as const }) } as const
  switch (type) {
    case 'TEXT':
      return { ...base, type: 'text', max: MOST_CUSTOM_CHARACTERS }
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

/** The fields in use, described under the names that lists have for them. */
export const specsOfCustom = (definitions: readonly CustomDefinition[]): FieldSpecs =>
  Object.fromEntries(
    definitions.filter(({ retiredAt }) => !retiredAt).map((definition) => [customName(definition.key), specOfCustom(definition)]),
  )
