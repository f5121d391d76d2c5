import type { Said } from '@tradewind/contract/kit/say'

/** What the sentences are made of that the server has filled in. It says so with each, and the sentence alone goes on from there. */
const parts = new Map<string, Said>()

export const partsOf = (sentence: string) => parts.get(sentence)

/** Keeps what the sentences of an answer are made of. */
export const hear = (answer: unknown) => {
  const { said = {} } = (answer ?? {}) as { said?: Readonly<Record<string, Said>> }
  for (const [sentence, one] of Object.entries(said)) parts.set(sentence, one)
}

/** The sentence of a fault, or of what failed: what it is made of stands beside it. */
export const problemOf = <Problem extends string | null>({
  problem,
  said,
}: {
  problem: Problem
  said?: Said | null | undefined
}) => {
  if (problem && said) parts.set(problem, said)
  return problem
}
