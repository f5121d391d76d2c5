import { readFileSync } from 'node:fs'
import { type Language, languages } from '../../packages/contract/src/kit/language.ts'
import { madeFrom } from '../../apps/web/app/kit/sentence.ts'
import { contractTexts } from './contract.ts'
import { rowTexts } from './rows.ts'
import { serverTexts, webTexts } from './source.ts'

type Texts = Readonly<Record<string, string>>

export const translated = languages.filter((language) => language !== 'en')

const folder = new URL('../../apps/server/src/platform/message/texts/', import.meta.url)

/** A catalogue as it is shipped: English text to the text of the language. */
export const catalogue = (language: Language) => JSON.parse(readFileSync(new URL(`${language}.json`, folder), 'utf8')) as Texts

/** Stands where a template has an expression. A figure, since what a `count` takes must be one. */
const anything = '1'

/** The keys that say a sentence of the server's, or a template in its code. */
const keysOf = (sentence: string, texts: Texts): { keys: string[]; missing: string[] } => {
  if (sentence === anything) return { keys: [], missing: [] }
  if (Object.hasOwn(texts, sentence)) return { keys: [sentence], missing: [] }
  const parts: string[] = []
  const made = madeFrom(sentence.replaceAll('{}', anything), texts, (part) => (parts.push(part), part))
  if (!made) return { keys: [], missing: [sentence] }
  const within = parts.map((part) => keysOf(part, texts))
  return { keys: [made.text, ...within.flatMap(({ keys }) => keys)], missing: within.flatMap(({ missing }) => missing) }
}

/** Every English text that a person can see: what the web says by literals, and the sentences of the contract, the server and the database's own rows. */
export const seenTexts = () => ({
  literals: [...new Set(webTexts())].toSorted(),
  sentences: [...new Set([...contractTexts(), ...serverTexts(), ...rowTexts()])].toSorted(),
})

/** What a catalogue lacks, and what it has that nobody says any more. */
export const gaps = ({ literals, sentences }: ReturnType<typeof seenTexts>, texts: Texts) => {
  const found = sentences.map((sentence) => keysOf(sentence, texts))
  const said = new Set([...literals, ...found.flatMap(({ keys }) => keys)])
  const lacking = [...literals.filter((text) => !Object.hasOwn(texts, text)), ...found.flatMap(({ missing }) => missing)]
  return { missing: [...new Set(lacking)], stale: Object.keys(texts).filter((key) => !said.has(key)) }
}

if (import.meta.main) {
  const seen = seenTexts()
  const found = translated.map((language) => [language, gaps(seen, catalogue(language))] as const)
  for (const [language, { missing, stale }] of found) {
    for (const text of missing) console.log(`${language} lacks ${JSON.stringify(text)}`)
    for (const text of stale) console.log(`${language} has, and nobody says, ${JSON.stringify(text)}`)
  }
  process.exitCode = found.some(([, { missing, stale }]) => missing.length + stale.length > 0) ? 1 : 0
}
