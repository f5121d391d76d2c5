import { type Condition, readCondition, writeCondition } from '@tradewind/contract/kit/conditions'
import type { FieldSpecs } from '@tradewind/contract/kit/entityFields'
import { Sentence } from '@tradewind/contract/kit/say'

/** The conditions in an address that the list supports; outdated addresses may have others. */
export const conditionsIn = (fields: FieldSpecs, where: readonly string[]) =>
  where.flatMap((text): Condition[] => {
    const read = readCondition(fields, text)
    return read instanceof Sentence ? [] : [read]
  })

/** The supported conditions in their written form. */
export const knownIn = (fields: FieldSpecs, where: readonly string[]) => conditionsIn(fields, where).map(writeCondition)
