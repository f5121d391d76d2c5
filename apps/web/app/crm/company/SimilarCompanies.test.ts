import { expect, test } from 'vitest'
import { similarCompaniesQuery } from './SimilarCompanies.tsx'

const nothing = { legalName: '', website: '', taxRefNumber: '', butId: undefined }

test('similar companies are searched by the data entered for the company', () => {
  expect(similarCompaniesQuery({ ...nothing, legalName: 'Acme', website: 'acme.example', taxRefNumber: 'DE 12' })).toEqual({
    legalName: 'Acme',
    website: 'acme.example',
    taxRefNumber: 'DE 12',
  })
  expect(similarCompaniesQuery({ ...nothing, website: 'https://acme.ex', butId: 'own' })).toEqual({
    website: 'https://acme.ex',
    butId: 'own',
  })
})

test('does not search while there is too little data', () => {
  expect(similarCompaniesQuery({ ...nothing, legalName: 'Ac', website: 'https://acme', taxRefNumber: 'DE' })).toBeNull()
  expect(similarCompaniesQuery({ ...nothing, legalName: 'A'.repeat(201), butId: 'own' })).toBeNull()
})
