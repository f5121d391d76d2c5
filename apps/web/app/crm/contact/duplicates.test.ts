import { expect, test } from 'vitest'
import { twinsAsked } from './duplicates.ts'

const nobody = { firstName: '', lastName: '', email: '', companyId: '', butId: undefined }
const named = { firstName: 'Katrin', lastName: 'Vogel' }

test('twins are sought by a whole address, or by a whole name within a company', () => {
  expect(twinsAsked({ ...nobody, ...named, email: 'k@vogel.test' })).toEqual({ email: 'k@vogel.test' })
  expect(twinsAsked({ ...nobody, ...named, companyId: 'c' })).toEqual({ ...named, companyId: 'c' })
  expect(twinsAsked({ ...nobody, ...named, companyId: 'c', email: 'k@vogel' })).toEqual({ ...named, companyId: 'c' })
})

test('while neither is complete nobody is sought', () => {
  expect(twinsAsked({ ...nobody, ...named, email: 'k@vogel' })).toBeNull()
  expect(twinsAsked({ ...nobody, firstName: 'Katrin', companyId: 'c' })).toBeNull()
  expect(twinsAsked({ ...nobody, ...named, firstName: 'K'.repeat(201), companyId: 'c' })).toBeNull()
})

test('a contact is no twin of itself', () => {
  expect(twinsAsked({ ...nobody, email: 'k@vogel.test', butId: 'own' })).toEqual({ email: 'k@vogel.test', butId: 'own' })
})
