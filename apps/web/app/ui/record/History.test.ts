import { expect, test } from 'vitest'
import { shownChanges } from './History.tsx'

const change = { before: 'a', after: 'b' }
const labels = { todo: 'What is to do' }

test('omits markup and ids if the same is available as plain text', () => {
  expect(shownChanges({ text: change, plainText: change, todo: change }).map(({ field }) => field)).toEqual(['plainText', 'todo'])
  expect(shownChanges({ companyId: change }).map(({ field }) => field)).toEqual(['companyId'])
})

test('marks the id of another record as not readable', () => {
  const after = '01a1f8d6-a059-749c-a73b-f9672f958a00'
  expect(shownChanges({ projectId: { before: null, after }, state: change })).toMatchObject([
    { isReadable: false },
    { isReadable: true },
  ])
})

test('a history shows the fields that its page names', () => {
  expect(shownChanges({ todo: change, companyId: change }, labels).map(({ label }) => label)).toEqual(['What is to do'])
})

test('a history also shows fields that the page does not name, such as a permission or a logo', () => {
  const permissions = { before: ['EXPORT_DATA'], after: ['EXPORT_DATA', 'MASS_UPLOAD'] }
  expect(shownChanges({ permissionList: permissions }, labels)).toMatchObject([{ label: 'Permissions', change: permissions }])
  expect(shownChanges({ brandLogoUID: change }, labels)).toMatchObject([{ label: 'Brand Logo' }])
})
