import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseSync } from 'vite'

const root = dirname(dirname(import.meta.dirname))

/** A text, and the file that contains it. */
export interface LocatedText {
  text: string
  file: string
}

interface Node {
  type: string
  [field: string]: unknown
}
interface TextSource {
  files: readonly string[]
  /** Excluded files. */
  exclude: readonly string[]
  /** Returns the texts at a node. */
  texts: (node: Node, file: string) => readonly string[]
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

const programOf = (file: string) => {
  const { program, errors } = parseSync(file, readFileSync(join(root, file), 'utf8'))
  if (errors[0]) throw new Error(`${file} cannot be read: ${errors[0].message}`)
  return program
}

/** Returns all texts of a location with their files, in the order of the files. */
const textsAt = ({ files, exclude, texts }: TextSource) =>
  globSync(files, { cwd: root, exclude: ['**/*.test.{ts,tsx}', '**/testing/**', ...exclude] })
    .toSorted()
    .flatMap((file) => {
      const walk = (value: unknown): readonly LocatedText[] => {
        if (Array.isArray(value)) return value.flatMap(walk)
        if (!isNode(value)) return []
        return [...texts(value, file).map((text) => ({ text, file })), ...Object.values(value).flatMap(walk)]
      }
      return walk(programOf(file))
    })

/** Returns a literal's text. A template without placeholders counts as one. */
const literal = ({ type, value, quasis }: Node) => {
  const [whole, ...rest] = (type === 'TemplateLiteral' ? quasis : []) as { value: { cooked: string } }[]
  if (whole && rest.length === 0) return whole.value.cooked
  return type === 'Literal' && typeof value === 'string' ? value : undefined
}

/** Returns the texts that an argument may be: a literal, or the branches of a conditional among literals. */
const literalsIn = (node: Node): string[] => {
  const branches = [node['consequent'], node['alternate'], node['left'], node['right']].filter(isNode)
  return [literal(node) ?? branches.flatMap(literalsIn)].flat()
}

const nameOf = (callee: unknown) => (isNode(callee) ? callee['name'] : undefined)

/** Returns the first argument of a call of one of these functions. */
const firstArgument = (names: readonly string[], { type, callee, arguments: given }: Node) =>
  type === 'CallExpression' && names.includes(String(nameOf(callee))) ? (given as Node[]).slice(0, 1) : []

/** The texts of the web app: each literal argument of `t`, `say` or `phrase`. */
export const webTexts = () =>
  textsAt({
    files: ['apps/web/app/**/*.{ts,tsx}'],
    exclude: ['apps/web/app/kit/text.ts'],
    texts: (node) => firstArgument(['t', 'say', 'phrase'], node).flatMap(literalsIn),
  })

const filesWithTexts = [
  'packages/{contract,workbook}/src/**/*.ts',
  'apps/server/src/{kit,platform,crm,trust,site,drive,operations}/**/*.ts',
]

/** The contract's and the server's texts for people: each literal argument of `say` or `phrase`. */
export const serverTexts = () =>
  textsAt({ files: filesWithTexts, exclude: [], texts: (node) => firstArgument(['say', 'phrase'], node).flatMap(literalsIn) })

/** A translator is also called `say`, and its arguments are declared elsewhere. */
const importsSay = /^import \{[^}]*\bsay\b[^}]*\} from '.*\/say(\.ts)?'$/m

/** Returns the places in the contract or the server where a text is composed at runtime: no catalogue could contain it. */
export const composedTexts = () =>
  textsAt({
    files: filesWithTexts,
    exclude: [],
    texts: (node) =>
      firstArgument(['say', 'phrase'], node).flatMap((given) => (literalsIn(given).length > 0 ? [] : [given.type])),
  }).filter(({ file }) => importsSay.test(readFileSync(join(root, file), 'utf8')))

/** Returns texts that a screen shows without a translation call. */
export const untranslatedTexts = () =>
  textsAt({
    files: ['apps/web/app/**/*.tsx'],
    exclude: [],
    texts: ({ type, value }) => (type === 'JSXText' && /\p{L}/u.test(String(value)) ? [String(value).trim()] : []),
  })
