import { countryName, isCountryCode } from '@tradewind/contract/countries'
import { type Condition, type Operator, shapeOf } from '@tradewind/contract/kit/conditions'
import type { FieldSpec } from '@tradewind/contract/kit/entityFields'
import { phrase, type Say } from '#kit/text'
import { choiceOf, labelOf } from '#ui/entity/words'
import { inputFromIso } from '#ui/form/DateInput'

/** What an operator is called where one is chosen. */
export const operatorNames: Readonly<Record<Operator, string>> = {
  is: phrase('is'),
  isNot: phrase('is not'),
  contains: phrase('contains'),
  before: phrase('is before'),
  after: phrase('is after'),
  between: phrase('is between'),
  inLast: phrase('in the last days'),
  inNext: phrase('in the next days'),
  less: phrase('is less than'),
  more: phrase('is more than'),
  mine: phrase('is me'),
  empty: phrase('is empty'),
  notEmpty: phrase('is not empty'),
}

const valueIn = (spec: FieldSpec, value: string, t: Say) => {
  if ('choices' in spec) return choiceOf(spec, value, t)
  if (shapeOf(spec) === 'country') return isCountryCode(value) ? countryName(value) : value
  return shapeOf(spec) === 'day' ? inputFromIso(value) : value
}

/** A condition in words: 'Country is Germany, France'. `named`: the names of the records that it names. */
export const conditionInWords = (spec: FieldSpec, { operator, values }: Condition, t: Say, named?: string) => {
  const field = labelOf(spec, t)
  const count = Number(values[0])
  if (operator === 'inLast') return t('{field} in the last {count} day|{field} in the last {count} days', { field, count })
  if (operator === 'inNext') return t('{field} in the next {count} day|{field} in the next {count} days', { field, count })
  const shown = named ?? values.map((value) => valueIn(spec, value, t)).join(operator === 'between' ? ' – ' : ', ')
  return [field, t(operatorNames[operator]), shown].filter(Boolean).join(' ')
}
