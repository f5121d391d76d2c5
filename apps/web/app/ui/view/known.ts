import { type Condition, readCondition, writeCondition } from '@tradewind/contract/kit/conditions'
import type { FieldSpecs } from '@tradewind/contract/kit/entityFields'
import { Sentence } from '@tradewind/contract/kit/say'

/** The conditions that an address names and the list knows; it may name others, which an older address had. */
export const conditionsIn = (fields: FieldSpecs, where: readonly string[]) =>
  where.flatMap((text): Condition[] => {
    const read = readCondition(fields, text)
    return read instanceof Sentence ? [] : [read]
  })

/** What of these is known, as it is sent. */
export const knownIn = (fields: FieldSpecs, where: readonly string[]) => conditionsIn(fields, where).map(writeCondition)
