// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import type { Contact } from '@tradewind/contract/crm/contact.contract'
import { contactFields } from '@tradewind/contract/crm/contact.fields'
import { contactPolicy } from '@tradewind/contract/crm/policies'
import { expect, test } from 'vitest'
import { Rows } from '#ui/list/Rows'
import { useNarrowWindow } from '../../../test/browser.ts'
import { sampleContact } from '../../../test/samples.ts'
import { renderScreen } from '../../../test/visit.tsx'
import { useEditing } from './useEditing.tsx'
import { useFields } from './useFields.tsx'

const ada = sampleContact(1, { fullName: 'Ada Berg', email: 'ada@berg.example', number: '+49 (0)30 123-45' })

const List = ({ isEdited = false }: { isEdited?: boolean }) => {
  const { columns } = useFields(contactFields)
  const edit = useEditing({ kind: 'contact', policy: contactPolicy, nameOf: ({ fullName }) => fullName })
  return <Rows<Contact> label="Contacts" rows={[ada]} columns={columns({}, isEdited ? edit : undefined)} keyOf={() => 'ada'} />
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
