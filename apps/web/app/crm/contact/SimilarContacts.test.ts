import { expect, test } from 'vitest'
import { similarContactsQuery } from './SimilarContacts.tsx'

const nobody = { firstName: '', lastName: '', email: '', companyId: '', butId: undefined }
const named = { firstName: 'Katrin', lastName: 'Vogel' }

test('similar contacts are searched by a complete address, or by a complete name within a company', () => {
  expect(similarContactsQuery({ ...nobody, ...named, email: 'k@vogel.test' })).toEqual({ email: 'k@vogel.test' })
  expect(similarContactsQuery({ ...nobody, ...named, companyId: 'c' })).toEqual({ ...named, companyId: 'c' })
  expect(similarContactsQuery({ ...nobody, ...named, companyId: 'c', email: 'k@vogel' })).toEqual({ ...named, companyId: 'c' })
})

test('does not search while neither is complete', () => {
  expect(similarContactsQuery({ ...nobody, ...named, email: 'k@vogel' })).toBeNull()
  expect(similarContactsQuery({ ...nobody, firstName: 'Katrin', companyId: 'c' })).toBeNull()
  expect(similarContactsQuery({ ...nobody, ...named, firstName: 'K'.repeat(201), companyId: 'c' })).toBeNull()
})

test('a contact is not similar to itself', () => {
  expect(similarContactsQuery({ ...nobody, email: 'k@vogel.test', butId: 'own' })).toEqual({
    email: 'k@vogel.test',
    butId: 'own',
  })
})
