import { Textarea, TextInput } from '@mantine/core'
import { type FieldSpec, type FieldSpecs, type FormField, formSpecs } from '@tradewind/contract/kit/entityFields'
import type { ComponentType } from 'react'
import { useText } from '#kit/text'
import { useZone } from '#kit/zone'
import type { FieldProps } from '#ui/form/FormPage'
import { toMomentInput } from '#ui/form/moment'
import { Picker } from '#ui/form/Picker'
import { useCountryOptions } from './useCountryOptions.ts'
import { useFieldFormatter } from './useFieldFormatter.ts'
import { useFields } from './useFields.tsx'

const attributes = {
  text: {},
  name: {},
  webAddress: { type: 'url', inputMode: 'url', placeholder: 'https://' },
  emailAddress: { type: 'email', inputMode: 'email' },
  phone: { type: 'tel', inputMode: 'tel' },
} as const

/** Specs of the types that determine the input of a form. Days are not included: most forms have none, and their calendar is large. */
export type PlainSpec = Extract<FieldSpec, { type: keyof typeof attributes | 'longText' | 'choice' | 'choices' | 'country' }>

/** A text with a higher maximum length than this starts with more rows. */
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
      return <ChoiceInput {...field} isMultiple={spec.type === 'choices'} choices={spec.choices} />
    case 'longText':
      return <Textarea {...field} autosize minRows={(spec.max ?? 0) > LONG ? 4 : 2} maxRows={14} />
    default:
      return <TextInput {...field} {...attributes[spec.type]} autoComplete="off" />
  }
}

interface ChoiceInputProps extends FieldProps {
  choices: Readonly<Record<string, string>>
  isMultiple?: boolean
  maw?: number
  clearable?: boolean
}

/** Selects one or several of the choices, labelled by their translated names. */
export const ChoiceInput = ({ choices, isMultiple = false, ...field }: ChoiceInputProps) => {
  const t = useText()
  const data = Object.entries(choices).map(([value, name]) => ({ value, label: t(name) }))
  return isMultiple ? <Picker multiple {...field} data={data} /> : <Picker {...field} data={data} />
}

interface CountrySelectProps extends FieldProps {
  description?: string
  /** Several can be chosen. */
  multiple?: boolean
}

/** Selects a country; its value is the English short name. It is found by any part of that or of its name in the reader's language. Can be cleared unless required. */
export const CountrySelect = ({ multiple = false, onChange, ...field }: CountrySelectProps) => {
  const data = useCountryOptions('name')
  if (multiple) return <Picker multiple {...field} data={data} onChange={onChange} />
  return <Picker {...field} data={data} onChange={(country) => onChange(country ?? '')} clearable={!field.required} />
}

/** The empty value of each field of a form. */
type EmptyValues<F extends FieldSpecs> = {
  [K in FormField<F>]: F[K]['type'] extends 'choices' | 'references' ? string[] : string
}

type Input = ComponentType<FieldProps>
type PlainField<F extends FieldSpecs> = { [K in FormField<F>]: F[K] extends PlainSpec ? K : never }[FormField<F>]
/** The inputs that a form provides: one for each field whose type `FieldInput` does not support, optional for the others. */
type Inputs<F extends FieldSpecs> = { [K in Exclude<FormField<F>, PlainField<F>>]: Input } & { [K in PlainField<F>]?: Input }

/** The props of a form that follow from an entity's fields. Spread them into the form, and override what differs there. */
export const useFieldForm = <F extends FieldSpecs>(fields: F, inputs: Inputs<F>) => {
  const zone = useZone()
  const { labels } = useFields(fields)
  const { show } = useFieldFormatter(fields)
  const specs = formSpecs(fields)
  const inputsByName: Partial<Record<string, Input>> = inputs
  return {
    empty: Object.fromEntries(
      specs.map(([field, { type }]) => [field, type === 'choices' || type === 'references' ? [] : '']),
    ) as EmptyValues<F>,
    labels,
    required: specs.flatMap(([field, spec]) => (spec.required ? [field] : [])),
    show,
    sent: (changed: object) =>
      Object.fromEntries(
        Object.entries(changed).map(([field, value]: [string, unknown]) => [
          field,
          fields[field]?.type === 'moment' ? toMomentInput(String(value), zone) : value,
        ]),
      ),
    children: (field: (name: FormField<F>) => FieldProps) =>
      specs.map(([name, spec]) => {
        const Own = inputsByName[name]
        return Own ? <Own key={name} {...field(name)} /> : <FieldInput key={name} spec={spec as PlainSpec} {...field(name)} />
      }),
  }
}
