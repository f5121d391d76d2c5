import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseSync } from 'vite'

const root = dirname(dirname(import.meta.dirname))

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
  /** Whatever stands below such a node nobody sees. */
  unseen?: (node: Node) => boolean
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

const programOf = (file: string) => {
  const { program, errors } = parseSync(file, readFileSync(join(root, file), 'utf8'))
  if (errors[0]) throw new Error(`${file} cannot be read: ${errors[0].message}`)
  return program
}

/** All texts of a place, in the order of its files. */
const textsAt = ({ files, but, texts, unseen = () => false }: Place) =>
  globSync(files, { cwd: root, exclude: ['**/*.test.{ts,tsx}', ...but] })
    .toSorted()
    .flatMap((file) => {
      const walk = (value: unknown): readonly string[] => {
        if (Array.isArray(value)) return value.flatMap(walk)
        if (!isNode(value) || unseen(value)) return []
        return [...texts(value, file), ...Object.values(value).flatMap(walk)]
      }
      return walk(programOf(file))
    })

/** A literal's text, with `{}` where a template has an expression. */
const literal = ({ type, value, quasis }: Node) => {
  if (type === 'TemplateLiteral') return (quasis as { value: { cooked: string } }[]).map((part) => part.value.cooked).join('{}')
  return type === 'Literal' && typeof value === 'string' ? value : undefined
}

/** The texts that an argument may be: a literal, or the branches of a choice among literals. */
const literalsIn = (node: Node): string[] => {
  const branches = [node['consequent'], node['alternate'], node['left'], node['right']].filter(isNode)
  return [literal(node) ?? branches.flatMap(literalsIn)].flat()
}

const nameOf = (callee: unknown) => (isNode(callee) ? callee['name'] : undefined)

/** What the web says: each literal that `t`, `say` or `phrase` is given. */
export const webTexts = () =>
  textsAt({
    files: ['apps/web/app/**/*.{ts,tsx}'],
    but: ['apps/web/app/kit/text.ts'],
    texts: ({ type, callee, arguments: given }) =>
      type === 'CallExpression' && ['t', 'say', 'phrase'].includes(String(nameOf(callee)))
        ? (given as Node[]).slice(0, 1).flatMap(literalsIn)
        : [],
  })

const isSentence = (text: string) => /^[A-Z{'“].*\S [^<]*[a-z]/.test(text) && !/[<\n]|="/.test(text)
/** What stands after 'The workbook is damaged: ' or 'This password is too near to '. */
const isRest = (text: string) => /^[a-z][^=<\n]* [^=<\n]+$/.test(text)
const hasRests = (file: string) => /\/(workbook\/src|identity\/password\/rules)/.test(file)

/** Templates whose every filling is found elsewhere: by the calls of `notFound`, and by what the contract says. */
const filled = new Set(['{} not found', 'The {} was created.', 'The {} was saved.'])
const missing = ([what]: Node[]) => (what ? literalsIn(what) : ['Record']).map((name) => `${name} not found`)

/** What is said as a whole wherever it stands: names in the contract, words of letters and notifications, how a kind is called. */
const wholeTexts = ({ type, callee, arguments: given, key, value }: Node) => {
  if (type === 'CallExpression' && nameOf(callee) === 'phrase') return (given as Node[]).slice(0, 1).flatMap(literalsIn)
  if (type === 'Property' && nameOf(key) === 'called' && isNode(value)) return literalsIn(value)
  const isWords = type === 'Property' && ['subject', 'content', 'label', 'footer'].includes(String(nameOf(key)))
  return isWords && isNode(value) ? literalsIn(value).filter((text) => /^\p{Lu}/u.test(text)) : []
}

/** Whatever is written there is for the reference, the database or the log. */
const isUnseen = ({ type, key, callee }: Node) =>
  ['ImportDeclaration', 'TaggedTemplateExpression'].includes(type) ||
  (type === 'Property' && nameOf(key) === 'about') ||
  (type === 'NewExpression' && nameOf(callee) === 'Error')

/** What the contract and the server may say to a person: each literal that reads as a sentence. */
export const serverTexts = () => {
  const found = textsAt({
    files: [
      'packages/contract/src/**/*.ts',
      'packages/workbook/src/**/*.ts',
      'apps/server/src/{kit,platform,crm,trust,site,drive,operations}/**/*.ts',
    ],
    but: [
      'packages/contract/src/{countries,country-spellings,territories}.ts',
      'apps/server/src/operations/{docs,health,mailbox,purge,reference,sweep,version}.ts',
      'apps/server/src/kit/{database/*,jobs.ts}',
      'packages/workbook/src/write/*',
      '**/*.demo.ts',
      '**/testing/**',
    ],
    unseen: isUnseen,
    texts: (node, file) => {
      const { type, callee, arguments: given } = node
      if (type === 'CallExpression' && nameOf(callee) === 'notFound') return missing(given as Node[])
      const whole = wholeTexts(node)
      if (whole.length > 0) return whole
      const text = literal(node)
      const isSaid = text !== undefined && (isSentence(text) || (hasRests(file) && isRest(text)))
      return isSaid && !filled.has(text) ? [text] : []
    },
  })
  return found.filter((text) => !found.includes(`${text} not found`))
}

/** Words that a screen shows without saying them. */
export const bareTexts = () =>
  textsAt({
    files: ['apps/web/app/**/*.tsx'],
    but: [],
    texts: ({ type, value }) => (type === 'JSXText' && /\p{L}/u.test(String(value)) ? [String(value).trim()] : []),
  })
