// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
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
