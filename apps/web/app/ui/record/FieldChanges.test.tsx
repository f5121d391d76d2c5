// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { companyFields } from '@tradewind/contract/crm/company.fields'
import { expect, test } from 'vitest'
import { useFieldFormatter } from '#ui/entity/useFieldFormatter'
import { renderScreen } from '../../../test/visit.tsx'
import { FieldChanges } from './History.tsx'

const items = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)

test('a merge names the other records, besides the fields that were taken from them', () => {
  const address = { before: 'Ulm', after: 'Kiel' }
  renderScreen(
    <FieldChanges changes={{ address, merged: { before: null, after: ['Nord', 'South'] } }} labels={{ address: 'Address' }} />,
  )
  expect(items()).toEqual(['Merged with Nord, South', 'Address: Ulm → Kiel'])
})

test('so does the undoing of a merge', () => {
  renderScreen(<FieldChanges changes={{ merged: { before: ['Nord'], after: null } }} labels={{ address: 'Address' }} />)
  expect(items()).toEqual(['No longer merged with Nord'])
})

test('a change whose values are not kept, such as that of a password, shows no empty values', () => {
  renderScreen(<FieldChanges changes={{ password: { before: null, after: null } }} labels={{}} />)
  expect(items()).toEqual(['Password: another one'])
})

const OwnFields = () => (
  <FieldChanges
    changes={{
      'custom.founded': { before: null, after: '1999-03-01', label: 'Founded' },
      'custom.paid': { before: true, after: false, label: 'Paid' },
      'custom.motto': { before: 'Since 1999-03-01', after: null, label: 'Motto' },
    }}
    {...useFieldFormatter(companyFields)}
  />
)

test('a day of a custom field is shown as everywhere else', () => {
  renderScreen(<OwnFields />)
  expect(items()).toEqual(['Founded: – → 01-03-1999', 'Paid: Yes → No', 'Motto: Since 1999-03-01 → –'])
})

test('the colon after a field is that of the language', () => {
  const changes = { legalName: { before: 'Nord', after: 'Sud' } }
  renderScreen(<FieldChanges changes={changes} labels={{ legalName: 'Raison sociale' }} />, {
    wording: { language: 'fr', texts: { ':': '\u00a0:' } },
  })
  expect(screen.getByRole('listitem').textContent).toBe('Raison sociale\u00a0: Nord → Sud')
})
