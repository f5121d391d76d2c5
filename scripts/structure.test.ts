import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { crowdedFolders } from './structure.ts'

let root: string
const write = (folder: string, count: number, ending = '.ts') => {
  mkdirSync(join(root, folder), { recursive: true })
  for (let index = 0; index < count; index++) writeFileSync(join(root, folder, `file${index}${ending}`), '')
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'folders-'))
})
afterEach(() => rmSync(root, { recursive: true }))

test('accepts a folder of twenty files with as many tests next to them', () => {
  write('apps/server/src/kit', 20)
  write('apps/server/src/kit', 20, '.test.ts')
  expect(crowdedFolders(root)).toEqual([])
})

test('reports a folder of twenty-one files', () => {
  write('apps/web/app/ui', 20, '.tsx')
  write('apps/web/app/ui', 1, '.css')
  expect(crowdedFolders(root)).toEqual(['apps/web/app/ui holds 21 files, 20 at most: cut it in two.'])
})

test('counts sub-folders separately, and ignores generated files', () => {
  write('packages/contract/src', 12)
  write('packages/contract/src/kit', 12)
  write('apps/server/migrations', 30, '.sql')
  write('apps/web/build/client', 30, '.css')
  write('apps/web/node_modules/react', 30)
  expect(crowdedFolders(root)).toEqual([])
})
