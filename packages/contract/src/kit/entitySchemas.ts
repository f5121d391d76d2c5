import { z } from 'zod'
import { isCountryCode } from '../countries.ts'
import {
  type Condition,
  conditionFields,
  conditionTypeOf,
  MAX_ALTERNATIVES,
  MAX_CONDITION_LENGTH,
  MAX_CONDITIONS,
  type Operator,
  operatorsOf,
  parseCondition,
  parseUndefinedCondition,
} from './conditions.ts'
import { isCustomName } from './custom/custom.fields.ts'
import { id, instant, recordFields, searchTerm } from './endpoint.ts'
import {
  type FieldSpec,
  type FieldSpecs,
  type FilterOf,
  type FormField,
  formSpecs,
  listName,
  specsOf,
  valuesOf,
  type WhereOf,
} from './entityFields.ts'
import { countryIn, countryOut, optionalCountry } from './fields.ts'
import * as given from './fields.ts'
import { say, Sentence } from './say.ts'

/** The schema of a required field, and of an optional one. */
interface RequiredOrOptional<Required, Optional> {
  required: Required
  optional: Optional
}
type SameForBoth<S> = RequiredOrOptional<S, S>
type Enum<V extends string> = z.ZodEnum<{ [Value in V]: Value }>
type Text = RequiredOrOptional<ReturnType<typeof given.text>, ReturnType<typeof given.optionalText>>

/** The schema of a field as a form sends it, by its type. `V`: the values of a choice. */
interface InputSchemas<V extends string> {
  text: Text
  longText: Text
  richText: SameForBoth<ReturnType<typeof given.richText>>
  name: Text
  webAddress: SameForBoth<ReturnType<typeof given.webAddress>>
  emailAddress: RequiredOrOptional<ReturnType<typeof given.emailAddress>, ReturnType<typeof given.optionalEmailAddress>>
  phone: RequiredOrOptional<ReturnType<typeof given.requiredPhoneNumber>, ReturnType<typeof given.phoneNumber>>
  choice: RequiredOrOptional<Enum<V>, z.ZodOptional<z.ZodNullable<z.ZodType<V | null, V | ''>>>>
  choices: SameForBoth<z.ZodType<V[], V[]>>
  country: RequiredOrOptional<typeof countryIn, typeof optionalCountry>
  day: RequiredOrOptional<ReturnType<typeof given.day>, ReturnType<typeof given.optionalDay>>
  moment: SameForBoth<ReturnType<typeof given.moment>>
  reference: SameForBoth<z.ZodUUID>
  references: RequiredOrOptional<z.ZodType<string[], string[]>, z.ZodOptional<z.ZodType<string[], string[]>>>
  number: RequiredOrOptional<z.ZodNumber, z.ZodOptional<z.ZodNullable<z.ZodNumber>>>
  figure: SameForBoth<never>
}

type MaybeNull<S extends z.ZodType> = RequiredOrOptional<S, z.ZodNullable<S>>
/** The schema of a field in a reply, by its type. */
interface OutputSchemas<V extends string> extends Record<FieldSpec['type'], RequiredOrOptional<z.ZodType, z.ZodType>> {
  text: MaybeNull<z.ZodString>
  longText: MaybeNull<z.ZodString>
  richText: MaybeNull<z.ZodString>
  name: MaybeNull<z.ZodString>
  webAddress: MaybeNull<z.ZodString>
  emailAddress: MaybeNull<z.ZodString>
  phone: MaybeNull<z.ZodString>
  choice: MaybeNull<Enum<V>>
  choices: SameForBoth<z.ZodArray<Enum<V>>>
  country: MaybeNull<typeof countryOut>
  day: MaybeNull<z.ZodString>
  moment: MaybeNull<typeof instant>
  reference: MaybeNull<typeof id>
  references: SameForBoth<z.ZodArray<typeof id>>
  number: MaybeNull<z.ZodNumber>
  figure: SameForBoth<z.ZodNumber>
}

type ValueOf<S> = S extends { choices: infer C } ? keyof C & string : never
type Presence<S> = S extends { required: true } ? 'required' : 'optional'
type InputOf<S extends FieldSpec> = InputSchemas<ValueOf<S>>[S['type']][Presence<S>]
type OutputOf<S extends FieldSpec> = OutputSchemas<ValueOf<S>>[S['type']][Presence<S>]

type Choice = Extract<FieldSpec, { choices: object }>

const oneChoice = ({ choices, prompt, required }: Choice) => {
  const one = z.enum(valuesOf(choices), prompt)
  if (required) return one
  return z
    .union([z.literal('').transform(() => null), one], prompt)
    .nullish()
    .transform((value) => value ?? null)
}

const severalChoices = ({ choices, prompt, wrongChoice = prompt }: Choice) =>
  given.atMost(
    z
      .array(z.enum(valuesOf(choices), wrongChoice), prompt)
      .min(1, prompt)
      .transform((values) => [...new Set(values)]),
    100,
  )

const references = ({ prompt, maxItems, required }: Extract<FieldSpec, { type: 'references' }>) => {
  const ids = given.distinctValues(id, prompt, maxItems)
  return required ? ids.refine((list) => list.length > 0, prompt) : ids.optional()
}

/** Writes a label as refusals do: 'Legal Name' becomes 'Legal name'. */
const toSentenceCase = (label: string) => label.replace(/ [A-Z][a-z]+/g, (word) => word.toLowerCase())

const textInput = (spec: Extract<FieldSpec, { max?: number }>) => {
  const { type, max, required } = spec
  const label = toSentenceCase(spec.label)
  switch (type) {
    case 'name':
      return (required ? given.nameText : given.optionalName)(label, max)
    case 'webAddress':
      return given.webAddress(label)
    case 'emailAddress':
      return (required ? given.emailAddress : given.optionalEmailAddress)(label)
    case 'phone':
      return (required ? given.requiredPhoneNumber : given.phoneNumber)(label)
    default:
      return (required ? given.text : given.optionalText)(label, max)
  }
}

const dayInput = ({ label, required }: FieldSpec) => (required ? given.day : given.optionalDay)(toSentenceCase(label))

type Named = Extract<FieldSpec, { by: string }>
const otherRecord = (spec: Named) => (spec.type === 'references' ? references(spec) : z.uuid(spec.prompt))

const numberInput = ({ required }: FieldSpec) => (required ? given.finiteNumber : given.finiteNumber.nullish())
const countryInput = ({ required }: FieldSpec) => (required ? countryIn : optionalCountry)

const inputOf = (spec: FieldSpec): z.ZodType => {
  if ('by' in spec) return otherRecord(spec)
  switch (spec.type) {
    case 'choice':
      return oneChoice(spec)
    case 'choices':
      return severalChoices(spec)
    case 'country':
      return countryInput(spec)
    case 'day':
      return dayInput(spec)
    case 'moment':
      return given.moment(spec.prompt ?? 'Enter both day and time')
    case 'richText':
      return given.richText(toSentenceCase(spec.label))
    case 'number':
      return numberInput(spec)
    case 'figure':
      return z.never()
    default:
      return textInput(spec)
  }
}

const outputs: Partial<Record<FieldSpec['type'], z.ZodType>> = {
  country: countryOut,
  moment: instant,
  reference: id,
  references: z.array(id),
  number: z.number(),
  figure: z.number(),
}

const outputOf = (spec: FieldSpec): z.ZodType => {
  if (spec.type === 'choices') return z.array(z.enum(valuesOf(spec.choices)))
  const one = spec.type === 'choice' ? z.enum(valuesOf(spec.choices)) : (outputs[spec.type] ?? z.string())
  return spec.required || spec.type === 'references' ? one : one.nullable()
}

/** The input schema of the entity's form. */
export const inputSchema = <F extends FieldSpecs>(fields: F) =>
  z.object(Object.fromEntries(formSpecs(fields).map(([field, spec]) => [field, inputOf(spec)]))) as unknown as z.ZodObject<{
    [Field in FormField<F>]: InputOf<F[Field]>
  }>

/** The schema of a record in a reply: its fields, and what the server adds to every record. Extend it with further properties. */
export const recordSchema = <F extends FieldSpecs>(fields: F) =>
  z.object({
    ...recordFields,
    ...(Object.fromEntries(formSpecs(fields).map(([field, spec]) => [field, outputOf(spec)])) as {
      [Field in FormField<F>]: OutputOf<F[Field]>
    }),
  })

/** The filters of the entity's lists that match any part of a field. */
export const filtersOf = <F extends FieldSpecs>(fields: F) =>
  Object.fromEntries(specsOf(fields).flatMap(([field, spec]) => (spec.filter ? [[listName(field, spec), searchTerm]] : []))) as {
    [Field in FilterOf<F>]: typeof searchTerm
  }

const conditionIn = <F extends FieldSpecs>(fields: F, custom: boolean) =>
  z
    .string(say('This is not a text'))
    .max(MAX_CONDITION_LENGTH, say('At most {count} characters', { count: MAX_CONDITION_LENGTH }))
    .transform((text, context): Condition<WhereOf<F>> => {
      if (custom && isCustomName(text)) return parseUndefinedCondition(text) as Condition<WhereOf<F>>
      const read = countryChecked(fields, parseCondition(fields, text))
      if (!(read instanceof Sentence)) return read
      context.addIssue({ code: 'custom', ...read.error() })
      return z.NEVER
    })

const countryChecked = <F extends FieldSpecs>(fields: F, read: Condition<WhereOf<F>> | Sentence) => {
  if (read instanceof Sentence) return read
  const isCountry = conditionTypeOf(conditionFields(fields).get(read.field)!) === 'country'
  return isCountry && !read.values.every(isCountryCode) ? say('This is not one of the choices') : read
}

/** What the API reference says of the conditions of a list: whether all or any of them must match, on which fields, and by which operators. */
export interface DescribedConditions {
  match: 'all' | 'any'
  operators: Readonly<Record<string, readonly Operator[]>>
  hasCustomFields: boolean
}

const describeConditions = (fields: FieldSpecs, hasCustomFields: boolean, match: 'all' | 'any') => {
  const operators = Object.fromEntries([...conditionFields(fields)].map(([name, spec]) => [name, operatorsOf(spec)]))
  return { conditions: { match, operators, hasCustomFields } satisfies DescribedConditions }
}

/** A list of conditions; a single one may come without a list around it. */
const conditionsIn = <F extends FieldSpecs>(fields: F, custom: boolean, match: 'all' | 'any') => {
  const most = match === 'all' ? MAX_CONDITIONS : MAX_ALTERNATIVES
  return given
    .atMost(
      z.preprocess((input) => (typeof input === 'string' ? [input] : input), z.array(conditionIn(fields, custom))),
      most,
      say('At most {count} filters', { count: most }),
    )
    .optional()
    .meta(describeConditions(fields, custom, match)) as unknown as z.ZodOptional<
    z.ZodType<Condition<WhereOf<F>>[], string | readonly string[]>
  >
}

/**
 * The conditions of a list's query, each as `field:operator:value`: all of `where` must match, and at least one of `any`, if there are any. `custom`:
 * conditions on fields of the tenant's own are passed on unparsed; the server parses them by their definitions.
 */
export const whereOf = <F extends FieldSpecs>(fields: F, custom: 'custom' | 'own' = 'own') => ({
  where: conditionsIn(fields, custom === 'custom', 'all'),
  any: conditionsIn(fields, custom === 'custom', 'any'),
})

/** Records of one kind that go to the trash with others and are restored with them, and whose they are: for tasks, the assignees. */
export const Belonging = z.object({
  kind: z.string(),
  count: z.number(),
  people: z.array(z.object({ uniqueId: id.nullable(), fullName: z.string().nullable(), count: z.number() })),
})
export type Belonging = z.infer<typeof Belonging>
