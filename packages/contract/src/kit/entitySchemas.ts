import { z } from 'zod'
import { countryIn, countryOut, optionalCountry } from './country.ts'
import { id, instant, needle, stamped } from './endpoint.ts'
import {
  type FieldSpec,
  type FieldSpecs,
  type FilterOf,
  formSpecs,
  type FormField,
  listName,
  specsOf,
  valuesOf,
} from './entityFields.ts'
import * as given from './fields.ts'

type IfRequired<S extends { required?: true }, Then, Else> = S extends { required: true } ? Then : Else
type ValueOf<S> = S extends { choices: infer C } ? keyof C & string : never
type Enum<V extends string> = z.ZodEnum<{ [Value in V]: Value }>

interface TextSchemas {
  text: typeof given.text
  longText: typeof given.text
  name: typeof given.nameText
  webAddress: typeof given.webAddress
  emailAddress: typeof given.emailAddress
  phone: typeof given.requiredPhoneNumber
}
interface OptionalTextSchemas {
  text: typeof given.optionalText
  longText: typeof given.optionalText
  name: typeof given.optionalName
  emailAddress: typeof given.optionalEmailAddress
  phone: typeof given.phoneNumber
}

/** The schema of a field as a form sends it. */
type InputOf<S extends FieldSpec> = S extends { type: 'choices' }
  ? z.ZodType<ValueOf<S>[], ValueOf<S>[]>
  : S extends { type: 'choice' }
    ? Enum<ValueOf<S>>
    : S extends { type: 'country' }
      ? IfRequired<S, typeof countryIn, typeof optionalCountry>
      : S extends { type: 'day' }
        ? IfRequired<S, ReturnType<typeof given.day>, ReturnType<typeof given.optionalDay>>
        : S extends { type: 'moment' }
          ? ReturnType<typeof given.moment>
          : S extends { type: 'reference' }
            ? z.ZodUUID
            : S extends { type: keyof TextSchemas; required: true }
              ? ReturnType<TextSchemas[S['type']]>
              : S extends { type: keyof OptionalTextSchemas }
                ? ReturnType<OptionalTextSchemas[S['type']]>
                : never

/** The schema of a field as a record answers it. */
type OutputOf<S extends FieldSpec> = S extends { type: 'choices' }
  ? z.ZodArray<Enum<ValueOf<S>>>
  : S extends { type: 'choice' }
    ? Enum<ValueOf<S>>
    : S extends { type: 'country' }
      ? IfRequired<S, typeof countryOut, z.ZodNullable<typeof countryOut>>
      : IfRequired<S, z.ZodString, z.ZodNullable<z.ZodString>>

/** How a refusal calls a field: 'Legal Name' is 'Legal name'. */
const inSentence = (label: string) => label.replace(/ [A-Z][a-z]+/g, (word) => word.toLowerCase())

const textInput = (spec: Extract<FieldSpec, { max?: number }>) => {
  const { type, max, required = false } = spec
  const label = inSentence(spec.label)
  switch (type) {
    case 'name':
      return required ? given.nameText(label, max) : given.optionalName(label, max)
    case 'webAddress':
      return given.webAddress(label)
    case 'emailAddress':
      return required ? given.emailAddress(label) : given.optionalEmailAddress(label)
    case 'phone':
      return required ? given.requiredPhoneNumber(label) : given.phoneNumber(label)
    default:
      return required ? given.text(label, max) : given.optionalText(label, max)
  }
}

const severalChoices = ({ choices, prompt, wrongChoice = prompt }: Extract<FieldSpec, { choices: object }>) =>
  given.atMost(
    z
      .array(z.enum(valuesOf(choices), wrongChoice), prompt)
      .min(1, prompt)
      .transform((values) => [...new Set(values)]),
    100,
  )

const inputOf = (spec: FieldSpec): z.ZodType => {
  switch (spec.type) {
    case 'choices':
      return severalChoices(spec)
    case 'choice':
      return z.enum(valuesOf(spec.choices), spec.prompt)
    case 'country':
      return spec.required ? countryIn : optionalCountry
    case 'day':
      return spec.required ? given.day(inSentence(spec.label)) : given.optionalDay(inSentence(spec.label))
    case 'moment':
      return given.moment(spec.prompt ?? 'Give both day and time')
    case 'reference':
      return z.uuid(spec.prompt)
    default:
      return textInput(spec)
  }
}

const outputOf = (spec: FieldSpec): z.ZodType => {
  if (spec.type === 'choices') return z.array(z.enum(valuesOf(spec.choices)))
  if (spec.type === 'choice') return z.enum(valuesOf(spec.choices))
  if (spec.type === 'reference') return id
  if (spec.type === 'moment') return instant
  const one = spec.type === 'country' ? countryOut : z.string()
  return spec.required ? one : one.nullable()
}

/** What a form of the entity sends. */
export const inputSchema = <F extends FieldSpecs>(fields: F) =>
  z.object(Object.fromEntries(formSpecs(fields).map(([field, spec]) => [field, inputOf(spec)]))) as unknown as z.ZodObject<{
    [Field in FormField<F>]: InputOf<F[Field]>
  }>

/** A record as it is answered: its fields, and what the server adds to every record. Extend it by what else it has. */
export const recordSchema = <F extends FieldSpecs>(fields: F) =>
  z.object({
    ...stamped,
    ...(Object.fromEntries(formSpecs(fields).map(([field, spec]) => [field, outputOf(spec)])) as {
      [Field in FormField<F>]: OutputOf<F[Field]>
    }),
  })

/** The filters of the entity's lists by any part of a field. */
export const filtersOf = <F extends FieldSpecs>(fields: F) =>
  Object.fromEntries(specsOf(fields).flatMap(([field, spec]) => (spec.filter ? [[listName(field, spec), needle]] : []))) as {
    [Field in FilterOf<F>]: typeof needle
  }
