import { Textarea, TextInput } from '@mantine/core'
import { countries, territories } from '@tradewind/contract/countries'
import type { FieldSpec } from '@tradewind/contract/kit/entityFields'
import { type Say, useText } from '#kit/text'
import type { FieldProps } from '#ui/form/FormPage'
import { Picker } from '#ui/picker/Picker'

const attributes = {
  text: {},
  name: {},
  webAddress: { type: 'url', inputMode: 'url', placeholder: 'https://' },
  emailAddress: { type: 'email', inputMode: 'email' },
  phone: { type: 'tel', inputMode: 'tel' },
} as const

/** What describes a field whose type says how a form asks for it. Days are not among them: most forms have none, and their calendar is large. */
export type PlainSpec = Extract<FieldSpec, { type: keyof typeof attributes | 'longText' | 'choice' | 'choices' | 'country' }>

/** A text that may have more characters than these opens with more rows. */
const LONG = 5000

interface FieldInputProps extends FieldProps {
  spec: PlainSpec
}

/** The input of a field, by its type. */
export const FieldInput = ({ spec, ...field }: FieldInputProps) => {
  switch (spec.type) {
    case 'country':
      return <CountrySelect {...field} />
    case 'choice':
    case 'choices':
      return <ChoiceInput {...field} several={spec.type === 'choices'} choices={spec.choices} />
    case 'longText':
      return <Textarea {...field} autosize minRows={(spec.max ?? 0) > LONG ? 4 : 2} maxRows={14} />
    default:
      return <TextInput {...field} {...attributes[spec.type]} autoComplete="off" />
  }
}

interface ChoiceInputProps extends FieldProps {
  choices: Readonly<Record<string, string>>
  several?: boolean
  maw?: number
  clearable?: boolean
}

/** One of the choices, or several of them, called by their words. */
export const ChoiceInput = ({ choices, several = false, ...field }: ChoiceInputProps) => {
  const t = useText()
  const data = Object.entries(choices).map(([value, name]) => ({ value, label: t(name) }))
  return several ? <Picker multiple {...field} data={data} /> : <Picker {...field} data={data} />
}

const countriesIn = (t: Say) => [
  { group: t('Countries'), items: countries.map(({ name }) => name) },
  { group: t('Territories'), items: territories.map(({ name }) => name) },
]

interface CountrySelectProps extends FieldProps {
  description?: string
  /** Several can be chosen. */
  multiple?: boolean
}

/** A country by its English short name, found by any part of it. Where none is required, it can be emptied. */
export const CountrySelect = ({ multiple = false, onChange, ...field }: CountrySelectProps) => {
  const t = useText()
  const offered = { data: countriesIn(t), nothingFoundMessage: t('No such country') }
  if (multiple) return <Picker multiple {...field} {...offered} onChange={onChange} />
  return <Picker {...field} {...offered} onChange={(country) => onChange(country ?? '')} clearable={!field.required} />
}
