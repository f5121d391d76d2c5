import { expect, test } from 'vitest'
import { similarAsked } from './SimilarCompanies.tsx'

const nothing = { legalName: '', website: '', taxRefNumber: '', butId: undefined }

test('companies like one are sought by what is written down of it', () => {
  expect(similarAsked({ ...nothing, legalName: 'Acme', website: 'acme.example', taxRefNumber: 'DE 12' })).toEqual({
    legalName: 'Acme',
    website: 'acme.example',
    taxRefNumber: 'DE 12',
  })
  expect(similarAsked({ ...nothing, website: 'https://acme.ex', butId: 'own' })).toEqual({
    website: 'https://acme.ex',
    butId: 'own',
  })
})

test('while there is too little nothing is sought', () => {
  expect(similarAsked({ ...nothing, legalName: 'Ac', website: 'https://acme', taxRefNumber: 'DE' })).toBeNull()
  expect(similarAsked({ ...nothing, legalName: 'A'.repeat(201), butId: 'own' })).toBeNull()
})
