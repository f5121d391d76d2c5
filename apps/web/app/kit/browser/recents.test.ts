// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest'
import { session } from '#kit/session'
import { addRecent, dropRecent, readRecents } from './recents.ts'

const visit = (...ids: string[]) => {
  for (const uniqueId of ids) addRecent({ kind: 'company', uniqueId, name: `Company ${uniqueId}` })
}
const ids = () => readRecents().map(({ uniqueId }) => uniqueId)
beforeEach(() => localStorage.clear())

test('keeps the last eight records, newest first, each once and under its latest name', () => {
  visit('1', '2', '3', '4', '5', '6', '7', '8', '9', '3')
  expect(ids()).toEqual(['3', '9', '8', '7', '6', '5', '4', '2'])
  addRecent({ kind: 'company', uniqueId: '9', name: 'Renamed' })
  expect(readRecents()[0]).toEqual({ kind: 'company', uniqueId: '9', name: 'Renamed' })
})

test('a deleted record is dropped, and an unreadable list counts as empty', () => {
  visit('1', '2')
  dropRecent('2')
  expect(ids()).toEqual(['1'])
  for (const key of Object.keys(localStorage)) localStorage.setItem(key, '{')
  expect(ids()).toEqual([])
})

test('recent records are cleared with the session', () => {
  visit('1')
  session.forget()
  expect(ids()).toEqual([])
})
