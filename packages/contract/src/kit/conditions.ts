import { type FieldSpec, type FieldSpecs, listName, specsOf, type WhereOf } from './entityFields.ts'
import { say, Sentence } from './say.ts'

/** The operators of a condition. `inLast`, `notInLast` and `inNext` count days from today, today included; an empty day is not in the last. `between` includes both ends. */
export type Operator =
  | 'is'
  | 'isNot'
  | 'contains'
  | 'before'
  | 'after'
  | 'between'
  | 'less'
  | 'more'
  | 'inLast'
  | 'notInLast'
  | 'inNext'
  | 'mine'
  | 'empty'
  | 'notEmpty'

/** One condition of a list: the field's name in lists, the operator, and the values. On the wire: `country:is:DE,FR`. */
export interface Condition<Field extends string = string> {
  field: Field
  operator: Operator
  values: string[]
  /** The original text of a condition on a field of the tenant's own, which can only be parsed with the field's definition. */
  written?: string
}

/** The maximum number of conditions of one list. */
export const MAX_CONDITIONS = 20
/** The maximum number of alternative conditions of one list, of which at least one must match. */
export const MAX_ALTERNATIVES = 10
/** The maximum number of values in one condition. */
const MAX_VALUES = 50
/** The maximum length of a text value. */
const MAX_TEXT_LENGTH = 200
/** The maximum number of days in `inLast`, `notInLast` and `inNext`. */
export const MAX_CONDITION_DAYS = 3650
/** The maximum length of a condition: room for fifty ids. */
export const MAX_CONDITION_LENGTH = 2000

/** The type of a field in conditions. */
export type ConditionType = 'text' | 'choice' | 'country' | 'day' | 'number' | 'person' | 'record' | 'none'

const conditionTypes: Readonly<Partial<Record<FieldSpec['type'], ConditionType>>> = {
  choice: 'choice',
  choices: 'choice',
  country: 'country',
  day: 'day',
  moment: 'day',
  number: 'number',
  richText: 'none',
  references: 'none',
  figure: 'none',
}

/** A field that refers to one record is matched by the record's name, as a text. People are chosen, and so are records of a field that names their kind. */
export const conditionTypeOf = (spec: FieldSpec): ConditionType => {
  if ('kind' in spec && spec.kind) return spec.kind === 'person' ? 'person' : 'record'
  return spec.type === 'reference' && spec.person ? 'person' : (conditionTypes[spec.type] ?? 'text')
}

const operators: Readonly<Record<ConditionType, readonly Operator[]>> = {
  text: ['contains', 'is', 'isNot'],
  choice: ['is', 'isNot'],
  country: ['is', 'isNot'],
  day: ['inLast', 'notInLast', 'inNext', 'before', 'after', 'between', 'is', 'isNot'],
  number: ['is', 'isNot', 'less', 'more', 'between'],
  person: ['is', 'isNot', 'mine'],
  record: ['is', 'isNot'],
  none: [],
}

/** The operators of a field, the most likely first. */
export const operatorsOf = (spec: FieldSpec): readonly Operator[] => {
  if (!spec.where) return []
  return spec.where === 'orEmpty' ? [...operators[conditionTypeOf(spec)], 'empty', 'notEmpty'] : operators[conditionTypeOf(spec)]
}

/** Whether the value of an operator is a number of days. */
export const countsDays = (operator: Operator) => operator === 'inLast' || operator === 'notInLast' || operator === 'inNext'

/** The number of values that an operator takes for a field. */
export const valueCountOf = (spec: FieldSpec, operator: Operator): 'none' | 'one' | 'two' | 'several' => {
  if (operator === 'mine' || operator === 'empty' || operator === 'notEmpty') return 'none'
  if (operator === 'between') return 'two'
  const shape = conditionTypeOf(spec)
  return shape === 'text' || shape === 'day' || shape === 'number' ? 'one' : 'several'
}

/** The fields that a list can be filtered by, under their names in lists. */
export const conditionFields = <F extends FieldSpecs>(fields: F) =>
  new Map(specsOf(fields).flatMap(([field, spec]) => (spec.where ? [[listName(field, spec) as WhereOf<F>, spec] as const] : [])))

const isDay = (text: string) => {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text < '0001') return false
  const at = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)
}
const isNumber = (text: string) => /^-?\d{1,20}(\.\d{1,20})?$/.test(text)
const isId = (text: string) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)

type Check = (value: string, spec: FieldSpec) => Sentence | undefined

const checkDay: Check = (value, { label }) =>
  isDay(value) ? undefined : say('{what} is not a day', { what: new Sentence(label) })

const checksByType: Readonly<Record<ConditionType, Check>> = {
  none: () => undefined,
  text: (value) => {
    if (value.length > MAX_TEXT_LENGTH) return say('At most {count} characters', { count: MAX_TEXT_LENGTH })
    return value.includes('\0') || !value.isWellFormed() ? say('This has a character that cannot be saved') : undefined
  },
  choice: (value, spec) =>
    'choices' in spec && !Object.hasOwn(spec.choices, value) ? say('This is not one of the choices') : undefined,
  country: (value) => (/^[A-Z]{2}$/.test(value) ? undefined : say('Enter the two-letter code of a country')),
  day: checkDay,
  number: (value) => (isNumber(value) ? undefined : say('This is not a number')),
  person: (value) => (isId(value) ? undefined : say('Choose a person')),
  record: (value) => (isId(value) ? undefined : say('Choose a record')),
}

const checkDayCount: Check = (value) =>
  /^\d{1,4}$/.test(value) && Number(value) >= 1 && Number(value) <= MAX_CONDITION_DAYS
    ? undefined
    : say('Enter a number of days, {count} at most', { count: MAX_CONDITION_DAYS })

const faultOfValueCount = (spec: FieldSpec, { operator, values }: Condition) => {
  const expected = { none: 0, one: 1, two: 2, several: Math.min(Math.max(values.length, 1), MAX_VALUES) }[
    valueCountOf(spec, operator)
  ]
  if (values.length === expected && !values.includes('')) return undefined
  if (expected === 0) return say('This filter does not take a value')
  if (values.length > expected) return say('At most {count}', { count: expected })
  if (operator !== 'between') return say('Enter a value')
  return conditionTypeOf(spec) === 'number' ? say('Enter both numbers') : say('Enter both dates')
}

/** Returns what is wrong with a condition on this field, or undefined. */
export const faultOf = (spec: FieldSpec, condition: Condition): Sentence | undefined => {
  const { operator, values } = condition
  if (!operatorsOf(spec).includes(operator))
    return say('{field} cannot be filtered by “{operator}”', { field: new Sentence(spec.label), operator })
  const wrong = faultOfValueCount(spec, condition)
  if (wrong) return wrong
  const check = countsDays(operator) ? checkDayCount : checksByType[conditionTypeOf(spec)]
  for (const value of values) {
    const fault = check(value, spec)
    if (fault) return fault
  }
  if (operator !== 'between') return undefined
  if (conditionTypeOf(spec) === 'number')
    return Number(values[0]) > Number(values[1]) ? say('The first number is larger than the second') : undefined
  return values[0]! > values[1]! ? say('The first day is after the second') : undefined
}

const split = (text: string, by: string) => {
  const at = text.indexOf(by)
  return at < 0 ? ([text, undefined] as const) : ([text.slice(0, at), text.slice(at + 1)] as const)
}

/** Parses a condition such as `country:is:DE`. Returns the error as a sentence where it is not valid. */
export const parseCondition = <F extends FieldSpecs>(fields: F, text: string): Condition<WhereOf<F>> | Sentence => {
  const [field, rest = ''] = split(text, ':')
  const [operator, valueText] = split(rest, ':')
  const spec = conditionFields(fields).get(field as WhereOf<F>)
  if (!spec) return say('There is no filter “{name}” here', { name: field.slice(0, 40) })
  const typedOperator = operator.slice(0, 40) as Operator
  const isText = valueCountOf(spec, typedOperator) === 'one'
  const texts = valueText === undefined ? [] : isText ? [valueText.trim()] : valueText.split(',').map((one) => one.trim())
  const values =
    conditionTypeOf(spec) === 'person' || conditionTypeOf(spec) === 'record' ? texts.map((one) => one.toLowerCase()) : texts
  const condition = { field: field as WhereOf<F>, operator: typedOperator, values: [...new Set(values)] }
  // Both ends of a period may be the same day, so duplicates are kept.
  if (typedOperator === 'between') condition.values = values
  return faultOf(spec, condition) ?? condition
}

/** Parses a condition on a field whose definition is not known yet; its values stay unparsed. */
export const parseUndefinedCondition = (text: string): Condition => {
  const [field, rest = ''] = split(text, ':')
  return { field, operator: split(rest, ':')[0] as Operator, values: [], written: text }
}

/** Formats a condition for a request or a page's address. */
export const formatCondition = ({ field, operator, values }: Condition) =>
  [field, operator, ...(values.length > 0 ? [values.join(',')] : [])].join(':')
