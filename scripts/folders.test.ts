import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { crowdedFolders } from './folders.ts'

let root: string
const write = (folder: string, count: number, ending = '.ts') => {
  mkdirSync(join(root, folder), { recursive: true })
  for (let index = 0; index < count; index++) writeFileSync(join(root, folder, `file${index}${ending}`), '')
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'folders-'))
})
afterEach(() => rmSync(root, { recursive: true }))

test('a folder of ten files is well, with as many tests beside them', () => {
  write('apps/server/src/kit', 10)
  write('apps/server/src/kit', 10, '.test.ts')
  expect(crowdedFolders(root)).toEqual([])
})

test('a folder of eleven files is named', () => {
  write('apps/web/app/ui', 10, '.tsx')
  write('apps/web/app/ui', 1, '.css')
  expect(crowdedFolders(root)).toEqual(['apps/web/app/ui holds 11 files, 10 at most: cut it in two.'])
})

test('sub-folders are counted apart, and what is generated not at all', () => {
  write('packages/contract/src', 6)
  write('packages/contract/src/kit', 6)
  write('apps/server/migrations', 20, '.sql')
  write('apps/web/build/client', 20, '.css')
  write('apps/web/node_modules/react', 20)
  expect(crowdedFolders(root)).toEqual([])
})
