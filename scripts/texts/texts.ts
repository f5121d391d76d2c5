import { readFileSync, writeFileSync } from 'node:fs'
import { currentKey, modules, type Texts, textsFile } from '../../apps/server/src/kit/catalogues.ts'
import { type Language, languages } from '../../packages/contract/src/kit/language.ts'
import { contractTexts } from './contract.ts'
import { rowTexts } from './rows.ts'
import { type LocatedText, serverTexts, webTexts } from './source.ts'

type Module = (typeof modules)[number]
/** The texts of a language, by the module that uses them. */
type Catalogues = Readonly<Record<Module, Texts>>

export const translatedLanguages = languages.filter((language) => language !== 'en')

const eachModule = <T>(valueOf: (module: Module) => T) =>
  Object.fromEntries(modules.map((module) => [module, valueOf(module)])) as Record<Module, T>

/** The shipped catalogues of a language: English text to the text of the language. */
export const catalogues = (language: Language): Catalogues =>
  eachModule((module) => JSON.parse(readFileSync(textsFile(module, language), 'utf8')) as Texts)

/** Returns all texts of a language, by their current English. */
export const mergeCatalogues = (files: Catalogues): Texts =>
  Object.fromEntries(modules.flatMap((module) => Object.entries(files[module]).map(([key, text]) => [currentKey(key), text])))

/** Returns every English text that a person can see: those of the web, the server and the contract, and the database's own rows. */
export const visibleTexts = async () => [...webTexts(), ...serverTexts(), ...(await contractTexts()), ...rowTexts()]

/** Returns `crm` for `apps/server/src/crm/company/…`. Code outside the modules is shared by them. */
const moduleOf = (file: string) => modules.find((module) => module === file.split('/')[3]) ?? 'kit'

/** Returns the module of each text; for a text that several use, that is the kit. */
const modulesOf = (said: readonly LocatedText[]) => {
  const moduleByText = new Map<string, Module>()
  for (const { text, file } of said) {
    const [module, previous] = [moduleOf(file), moduleByText.get(text)]
    moduleByText.set(text, previous === undefined || previous === module ? module : 'kit')
  }
  return moduleByText
}

const byKey = ([one]: [string, string], [other]: [string, string]) => (one < other ? -1 : 1)

/** Returns the catalogues of a language as they should be: each text in that of its module, in the order of its English. Stale ones stay where they are. */
export const sortCatalogues = (seen: readonly LocatedText[], files: Catalogues) => {
  const texts = mergeCatalogues(files)
  const homes = modulesOf(seen)
  const entries = modules.flatMap((module) =>
    Object.entries(files[module]).map(([old, text]) => {
      const key = currentKey(old)
      return { key, text, home: homes.get(key) ?? module, stale: !homes.has(key) }
    }),
  )
  return {
    files: eachModule((module) =>
      Object.fromEntries(
        entries
          .filter(({ home }) => home === module)
          .map(({ key, text }): [string, string] => [key, text])
          .toSorted(byKey),
      ),
    ),
    missing: [...homes.keys()].filter((text) => !Object.hasOwn(texts, text)).toSorted(),
    stale: entries.filter(({ stale }) => stale).map(({ key }) => key),
  }
}

if (import.meta.main) {
  const seen = await visibleTexts()
  for (const language of translatedLanguages) {
    const { files, missing, stale } = sortCatalogues(seen, catalogues(language))
    for (const module of modules) writeFileSync(textsFile(module, language), `${JSON.stringify(files[module], null, 2)}\n`)
    for (const text of missing) console.log(`${language} lacks ${JSON.stringify(text)}`)
    for (const text of stale) console.log(`${language} has, and nobody says, ${JSON.stringify(text)}`)
    if (missing.length + stale.length > 0) process.exitCode = 1
  }
}
