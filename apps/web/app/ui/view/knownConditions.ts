import { type Condition, formatCondition, parseCondition } from '@tradewind/contract/kit/conditions'
import type { FieldSpecs } from '@tradewind/contract/kit/entityFields'
import { Sentence } from '@tradewind/contract/kit/say'

/** The conditions in an address that the list supports; outdated addresses may have others. */
export const readConditions = (fields: FieldSpecs, where: readonly string[]) =>
  where.flatMap((text): Condition[] => {
    const read = parseCondition(fields, text)
    return read instanceof Sentence ? [] : [read]
  })

/** The supported conditions in their written form. */
export const knownConditions = (fields: FieldSpecs, where: readonly string[]) =>
  readConditions(fields, where).map(formatCondition)
