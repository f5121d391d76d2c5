import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseSync } from 'vite'

const root = dirname(dirname(import.meta.dirname))

/** A text, and the file that says it. */
export interface Said {
  text: string
  file: string
}

interface Node {
  type: string
  [field: string]: unknown
}
interface Place {
  files: readonly string[]
  /** Not these files. */
  but: readonly string[]
  /** The texts that stand at a node. */
  texts: (node: Node, file: string) => readonly string[]
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

const programOf = (file: string) => {
  const { program, errors } = parseSync(file, readFileSync(join(root, file), 'utf8'))
  if (errors[0]) throw new Error(`${file} cannot be read: ${errors[0].message}`)
  return program
}

/** All texts of a place with their files, in the order of the files. */
const textsAt = ({ files, but, texts }: Place) =>
  globSync(files, { cwd: root, exclude: ['**/*.test.{ts,tsx}', '**/testing/**', ...but] })
    .toSorted()
    .flatMap((file) => {
      const walk = (value: unknown): readonly Said[] => {
        if (Array.isArray(value)) return value.flatMap(walk)
        if (!isNode(value)) return []
        return [...texts(value, file).map((text) => ({ text, file })), ...Object.values(value).flatMap(walk)]
      }
      return walk(programOf(file))
    })

/** A literal's text. A template is one where nothing is put into it. */
const literal = ({ type, value, quasis }: Node) => {
  const [whole, ...rest] = (type === 'TemplateLiteral' ? quasis : []) as { value: { cooked: string } }[]
  if (whole && rest.length === 0) return whole.value.cooked
  return type === 'Literal' && typeof value === 'string' ? value : undefined
}

/** The texts that an argument may be: a literal, or the branches of a choice among literals. */
const literalsIn = (node: Node): string[] => {
  const branches = [node['consequent'], node['alternate'], node['left'], node['right']].filter(isNode)
  return [literal(node) ?? branches.flatMap(literalsIn)].flat()
}

const nameOf = (callee: unknown) => (isNode(callee) ? callee['name'] : undefined)

/** What a call of one of these is given first. */
const firstOf = (names: readonly string[], { type, callee, arguments: given }: Node) =>
  type === 'CallExpression' && names.includes(String(nameOf(callee))) ? (given as Node[]).slice(0, 1) : []

/** What the web says: each literal that `t`, `say` or `phrase` is given. */
export const webTexts = () =>
  textsAt({
    files: ['apps/web/app/**/*.{ts,tsx}'],
    but: ['apps/web/app/kit/text.ts'],
    texts: (node) => firstOf(['t', 'say', 'phrase'], node).flatMap(literalsIn),
  })

const speaking = [
  'packages/{contract,workbook}/src/**/*.ts',
  'apps/server/src/{kit,platform,crm,trust,site,drive,operations}/**/*.ts',
]

/** What the contract and the server say to a person: each literal that `say` or `phrase` is given. */
export const serverTexts = () =>
  textsAt({ files: speaking, but: [], texts: (node) => firstOf(['say', 'phrase'], node).flatMap(literalsIn) })

/** A translator is called `say`, too, and given what stands elsewhere. */
const importsSay = /^import \{[^}]*\bsay\b[^}]*\} from '.*\/say(\.ts)?'$/m

/** Where the contract or the server says something that is written nowhere as it is said: no catalogue would have it. */
export const unwritten = () =>
  textsAt({
    files: speaking,
    but: [],
    texts: (node) => firstOf(['say', 'phrase'], node).flatMap((given) => (literalsIn(given).length > 0 ? [] : [given.type])),
  }).filter(({ file }) => importsSay.test(readFileSync(join(root, file), 'utf8')))

/** Words that a screen shows without saying them. */
export const bareTexts = () =>
  textsAt({
    files: ['apps/web/app/**/*.tsx'],
    but: [],
    texts: ({ type, value }) => (type === 'JSXText' && /\p{L}/u.test(String(value)) ? [String(value).trim()] : []),
  })
