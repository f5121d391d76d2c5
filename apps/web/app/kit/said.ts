import type { Said } from '@tradewind/contract/kit/say'

/** What the sentences are made of that the server has filled in. It says so with each, and the sentence alone goes on from there. */
const parts = new Map<string, Said>()

export const partsOf = (sentence: string) => parts.get(sentence)

/** Keeps what the sentences of an answer are made of. */
export const hear = (answer: unknown) => {
  const { said } = (answer ?? {}) as { said?: Readonly<Record<string, Said>> }
  for (const sentence in said) parts.set(sentence, said[sentence]!)
}
