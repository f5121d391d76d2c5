import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const app = dirname(import.meta.dirname)
const esm = dirname(createRequire(import.meta.url).resolve('@mantine/core/styles.css')) + '/esm'
const read = (path: string) => readFileSync(path, 'utf8')

/** Names that files take from Mantine's core. */
const takenBy = (paths: readonly string[]) =>
  new Set(
    paths
      .flatMap((path) => [...read(path).matchAll(/import \{([^}]+)\} from ['"]@mantine\/core['"]/g)])
      .flatMap(([, names = '']) => names.split(','))
      .map((name) => name.trim().split(' as ')[0]!)
      .filter((name) => name && !name.startsWith('type ')),
  )

/** In which file of the core each of its names is. */
const filesOfCore = new Map(
  [...read(`${esm}/index.mjs`).matchAll(/import \{([^}]+)\} from "(\.[^"]+)"/g)].flatMap(([, names = '', file = '']) =>
    names.split(',').map((name) => [name.trim().split(' as ').at(-1)!, join(esm, file)] as const),
  ),
)

/** The files that are loaded with these, themselves included. */
const loadedWith = (files: readonly string[], loaded = new Set<string>()) => {
  for (const file of files.filter((one) => !loaded.has(one))) {
    loaded.add(file)
    loadedWith(
      [...read(file).matchAll(/from "(\.[^"]+\.mjs)"/g)].map(([, path]) => join(dirname(file), path!)),
      loaded,
    )
  }
  return loaded
}

const listed = (sheet: string) =>
  [...read(join(import.meta.dirname, sheet)).matchAll(/@mantine\/core\/styles\/([\w-]+)\.layer\.css/g)].map(([, name]) => name!)

test('the stylesheet has the styles of exactly the Mantine components in use, in Mantine’s order', () => {
  const ours = globSync('**/*.{ts,tsx}', { cwd: app, exclude: (path) => path.includes('.test.') }).map((path) => join(app, path))
  const extensions = ['notifications', 'spotlight', 'tiptap'].flatMap((name) =>
    globSync(`../../${name}/esm/**/*.mjs`, { cwd: esm }).map((path) => join(esm, path)),
  )
  const taken = [...takenBy([...ours, ...extensions])].flatMap((name) => filesOfCore.get(name) ?? [])
  const used = [...loadedWith(taken)].filter((file) => file.endsWith('.module.mjs')).map((file) => basename(file, '.module.mjs'))
  const whole = read(join(esm, '../styles.layer.css'))
  const firstRule = (name: string) =>
    whole.indexOf(/@layer mantine \{\s*(\S[^{]+\{[^}]+)/.exec(read(join(esm, `../styles/${name}.layer.css`)))![1]!.trim())
  const inOrder = ['baseline', 'default-css-variables', 'global', ...used].toSorted(
    (one, other) => firstRule(one) - firstRule(other),
  )

  expect(used.length).toBeGreaterThan(40)
  expect(listed('app.css')).toEqual(inOrder)
})

test('the stylesheet of public pages has only styles of the full stylesheet, in the same order', () => {
  const whole = listed('app.css')
  const open = listed('public.css')

  expect(open).toEqual(whole.filter((name) => open.includes(name)))
})

/** `:has(…)`, and after it, in the same selector, an element without a class, an attribute or a tag. */
const hasWithAnyElement =
  /:has\((?:[^(){}]|\((?:[^(){}]|\([^(){}]*\))*\))*\)(?:[^,{}]*|[^{}]*\{\s*&[^,{}]*)[\s>~+](?:\*|:(?!global|is\(|where\())[^{}]*\{/g

test('no selector with :has() applies to just any element: each change of a row would calculate the styles of the whole document again', () => {
  const found = globSync('**/*.css', { cwd: app }).flatMap((file) => {
    const styles = read(join(app, file)).replaceAll(/\/\*[^]*?\*\//g, '')
    return [...styles.matchAll(hasWithAnyElement)].map(([selector]) => `${file}: ${selector}`)
  })
  expect(found).toEqual([])
})
