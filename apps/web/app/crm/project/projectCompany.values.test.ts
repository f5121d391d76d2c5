import { expect, test } from 'vitest'
import { empty, inputOf } from './ProjectCompanyDialog.tsx'

test('a new company in a project names it, and its company and contact by their ids', () => {
  const values = { ...empty, company: { uniqueId: 'c1' }, mainContact: { uniqueId: 'p1', fullName: 'Jan Maas' } }
  expect(inputOf(values, 'project1')).toEqual({
    project: 'project1',
    company: 'c1',
    mainContact: 'p1',
    potential: null,
    interest: null,
    priority: null,
    lastContact: '',
    nextContact: '',
  })
})

test('a change sends what was changed alone; no main contact is sent as none', () => {
  expect(inputOf({ priority: 'LOW' }, undefined)).toEqual({ priority: 'LOW' })
  expect(inputOf({ mainContact: null }, undefined)).toEqual({ mainContact: null })
})
