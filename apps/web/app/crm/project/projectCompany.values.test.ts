import { expect, test } from 'vitest'
import { empty, inputOf } from './ProjectCompanyDialog.tsx'

test('a new company in a project is sent with its name, and its company and contact as ids', () => {
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

test('a change sends only what was changed; a missing main contact is sent as none', () => {
  expect(inputOf({ priority: 'LOW' }, undefined)).toEqual({ priority: 'LOW' })
  expect(inputOf({ mainContact: null }, undefined)).toEqual({ mainContact: null })
})
