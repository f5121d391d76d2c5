import type { Said } from '@tradewind/contract/kit/say'
import { hear } from '#kit/said'

/** The sentence of a fault, or of what failed: what it is made of stands beside it. */
export const problemOf = <Problem extends string | null>({
  problem,
  said,
}: {
  problem: Problem
  said?: Said | null | undefined
}) => {
  if (problem && said) hear({ said: { [problem]: said } })
  return problem
}
