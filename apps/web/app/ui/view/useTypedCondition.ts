import { type Condition, countsDays, formatCondition, type Operator } from '@tradewind/contract/kit/conditions'
import { useEffect, useState } from 'react'
import { draftOf, isSame } from '#kit/browser/drafts'
import { useInUse } from '#kit/browser/version'

/** `where`: it must match; `any`: it is one of the alternatives, of which one must match. */
export type Place = 'where' | 'any'

interface TypedCondition extends Record<string, unknown> {
  operator: Operator
  values: string[]
  place: Place
}

/** The values that the input of an operator starts with. */
export const startValuesOf = (operator: Operator): string[] => (countsDays(operator) ? ['30'] : [])

/** What is typed into the editor of a condition. It survives a reload, but not the end of the editor, which applies it or not. */
export const useTypedCondition = (condition: Condition, place: Place) => {
  const { operator } = condition
  const values = condition.values.length > 0 ? condition.values : startValuesOf(operator)
  const saved: TypedCondition = { operator, values, place }
  const [draft] = useState(() => draftOf<TypedCondition>(`filter${location.pathname}/${formatCondition(condition)}`))
  const [typed, setTyped] = useState(() => draft.read()?.values ?? saved)
  const isTouched = !isSame(typed, saved)
  useInUse(isTouched)
  useEffect(() => () => draft.drop(), [draft])
  const type = (change: Partial<TypedCondition>) => {
    const next = { ...typed, ...change }
    setTyped(next)
    draft.keep({ from: saved, base: null, values: next })
  }
  return { ...typed, type, isTouched }
}
