// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import type { Company } from '@tradewind/contract/crm/company.contract'
import { companyFields } from '@tradewind/contract/crm/company.fields'
import type { Contact } from '@tradewind/contract/crm/contact.contract'
import { contactFields } from '@tradewind/contract/crm/contact.fields'
import { contactPolicy } from '@tradewind/contract/crm/policies'
import { expect, test } from 'vitest'
import { Rows } from '#ui/list/Rows'
import { Facts } from '#ui/record/DetailPage'
import { useNarrowWindow } from '../../../test/browser.ts'
import { sampleCompany, sampleContact } from '../../../test/samples.ts'
import { renderScreen } from '../../../test/visit.tsx'
import { useEditing } from './useEditing.tsx'
import { useFields } from './useFields.tsx'

const ada = sampleContact(1, { fullName: 'Ada Berg', email: 'ada@berg.example', number: '+49 (0)30 123-45' })

const List = ({ isEdited = false }: { isEdited?: boolean }) => {
  const { columns } = useFields(contactFields)
  const edit = useEditing({ kind: 'contact', policy: contactPolicy, nameOf: ({ fullName }) => fullName })
  return <Rows<Contact> label="Contacts" rows={[ada]} columns={columns({}, isEdited ? edit : undefined)} />
}

const addresses = () => screen.queryAllByRole('link').map((link) => link.getAttribute('href'))

test('a contact’s card on a phone writes and calls, also where its values are edited in place', () => {
  useNarrowWindow()
  renderScreen(<List isEdited />)
  expect(addresses()).toEqual(['mailto:ada@berg.example', 'tel:+493012345'])
  expect(screen.getByRole('button', { name: 'Edit Email of Ada Berg' })).toBeTruthy()
})

test('a table has links only where a click does not edit the value, and no column for the number', () => {
  renderScreen(
    <>
      <List isEdited />
      <List />
    </>,
  )
  expect(addresses()).toEqual(['mailto:ada@berg.example'])
  expect(screen.queryByRole('columnheader', { name: 'Number' })).toBeNull()
})

const Types = ({ values }: { values: Company['companyTypeList'] }) => {
  const { facts } = useFields({ companyTypeList: companyFields.companyTypeList })
  return <Facts facts={facts(sampleCompany(1, { companyTypeList: values }))} />
}

test('of several choices all are said, and those after the first are counted, for rows that have room for one', () => {
  renderScreen(<Types values={['END_USER', 'ASSOCIATION', 'MANUFACTURER_BRAND']} />)
  for (const label of ['End User', 'Association', 'Manufacturer / Brand']) expect(screen.getByText(label)).toBeTruthy()
  expect(screen.getByText('+2').title).toBe('Association, Manufacturer / Brand')
})

test('a single choice is not counted', () => {
  renderScreen(<Types values={['END_USER']} />)
  expect(screen.getByText('End User')).toBeTruthy()
  expect(screen.queryByText(/^\+/)).toBeNull()
})
