import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clean, faults } from './planted/faults.ts'

interface Diagnostic {
  code?: string
  message: string
  filename: string
}

const web = ['apps/web/package.json', 'apps/web/tsconfig.json']
const copied = [
  '.oxlintrc.json',
  'scripts/boundaries.ts',
  'scripts/modules.ts',
  'tsconfig.base.json',
  'apps/server/package.json',
  ...web,
]
const project = dirname(import.meta.dirname)
const root = mkdtempSync(join(tmpdir(), 'lint-'))
const found = new Map<string, string[]>()

const writeFiles = (path: string, text: string) => {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

const lint = () => {
  const { stdout } = spawnSync('oxlint', ['--format', 'json', 'apps', 'packages', 'scripts/fault.ts'], {
    cwd: root,
    encoding: 'utf8',
  })
  return (JSON.parse(stdout) as { diagnostics: Diagnostic[] }).diagnostics
}

beforeAll(() => {
  for (const path of copied) cpSync(join(project, path), join(root, path))
  symlinkSync(join(project, 'node_modules'), join(root, 'node_modules'))
  writeFiles('tsconfig.json', '{ "extends": "./tsconfig.base.json", "compilerOptions": { "types": ["node"] } }')
  const folders = [clean, ...Object.values(faults).map(({ files }) => files)]
  for (const [path, text] of folders.flatMap((tree) => Object.entries(tree))) writeFiles(path, text)
  for (const { filename, code, message } of lint()) found.set(filename, [...(found.get(filename) ?? []), code ?? message])
})
afterAll(() => rmSync(root, { recursive: true }))

test('a tree of clean files passes', () => {
  expect(Object.keys(clean).flatMap((path) => found.get(path) ?? [])).toEqual([])
})

test.each(Object.entries(faults))('%s', (_, { rule, files }) => {
  const [path] = Object.keys(files)
  expect(found.get(path!)).toEqual([rule])
})
