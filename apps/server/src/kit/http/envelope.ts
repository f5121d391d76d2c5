import { type Said, Sentence } from '@tradewind/contract/kit/say'

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/** The sentences that are in a value: a refusal's data has one for each field. */
const sentencesIn = (value: unknown): Sentence[] => {
  if (value instanceof Sentence) return [value]
  return isObject(value) ? Object.values(value).filter((one) => one instanceof Sentence) : []
}

/**
 * What a call answers. `said` has what the sentences in it are made of, by the sentence, so that a screen says them in another language.
 * A sentence without values is its own text, and is left out.
 */
export const envelope = (responseStatus: 'SUCCESS' | 'ERROR', message: Sentence | string, data: unknown) => {
  const filled = [message, data].flatMap(sentencesIn).filter((sentence) => sentence.said.values)
  const said = Object.fromEntries(filled.map((sentence): [string, Said] => [String(sentence), sentence.said]))
  return { responseStatus, message: String(message), data, ...(filled.length > 0 && { said }) }
}
