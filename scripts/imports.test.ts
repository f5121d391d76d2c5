import { expect, test } from 'vitest'
import { edgesOf, featureCycles, findCycles, importsOf, targetOf } from './imports.ts'

test('parses imports with their names, including multi-line imports, types and re-exports', () => {
  const text = [
    `import { readFile } from 'node:fs'`,
    `import whole, { type One, two as other } from './one.ts'`,
    `import {`,
    `  three,`,
    `} from '#kit/three'`,
    `export * from './four.ts'`,
    `import './sheet.css'`,
  ].join('\n')
  expect(importsOf(text)).toEqual([
    { names: ['readFile'], specifier: 'node:fs' },
    { names: ['whole', 'One', 'two'], specifier: './one.ts' },
    { names: ['three'], specifier: '#kit/three' },
    { names: ['*'], specifier: './four.ts' },
  ])
})

test('resolves an import to a file of the same application or of the contract, but not to a package', () => {
  const files = [
    'apps/server/src/kit/jobs.ts',
    'apps/web/app/kit/text.ts',
    'apps/web/app/ui/Card.tsx',
    'packages/contract/src/roles.ts',
  ]
  const lead = (from: string, specifier: string) => targetOf(from, specifier, (path) => files.includes(path))
  expect(lead('apps/server/src/crm/note/note.ts', '#kit/jobs')).toBe(files[0])
  expect(lead('apps/web/app/crm/note/Note.tsx', '#kit/text')).toBe(files[1])
  expect(lead('apps/web/app/ui/page/Page.tsx', '../Card.tsx')).toBe(files[2])
  expect(lead('apps/web/app/crm/note/Note.tsx', '@tradewind/contract/roles')).toBe(files[3])
  expect(lead('apps/server/src/crm/note/note.ts', 'zod')).toBeUndefined()
})

const graph = (of: Record<string, string[]>) => new Map(Object.entries(of).map(([node, to]) => [node, new Set(to)]))

test('finds a cycle where nodes lead to each other, and none where edges lead one way', () => {
  expect(findCycles(graph({ a: ['b'], b: ['c'], d: ['a'] }))).toEqual([])
  expect(findCycles(graph({ a: ['b'], b: ['c'], c: ['a'], d: ['a'] })).map((cycle) => cycle.toSorted())).toEqual([
    ['a', 'b', 'c'],
  ])
})

const importing = (...specifiers: string[]) => specifiers.map((specifier) => `import type { X } from '${specifier}'`).join('\n')
const cyclesOf = (files: Record<string, string>) =>
  featureCycles(edgesOf(new Map(Object.entries(files)))).map((cycle) => cycle.toSorted())

test('features that import each other are a cycle, also by a type, a parent module, or a module’s top-level file', () => {
  const company = 'apps/server/src/crm/company/company.ts'
  const contact = 'apps/server/src/crm/contact/contact.ts'
  const manifest = 'apps/server/src/crm/company.feature.ts'
  expect(
    cyclesOf({ [company]: '', [contact]: importing('#crm/company/company'), [manifest]: importing('./company/company.ts') }),
  ).toEqual([])
  expect(cyclesOf({ [company]: importing('#crm/contact/contact'), [contact]: importing('#crm/company/company') })).toEqual([
    ['apps/server/src/crm/company', 'apps/server/src/crm/contact'],
  ])
  expect(cyclesOf({ [company]: importing('../company.feature.ts'), [manifest]: importing('./company/company.ts') })).toEqual([
    ['apps/server/src/crm/company', manifest],
  ])
})
