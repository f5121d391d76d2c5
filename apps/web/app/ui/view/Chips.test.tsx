// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react'
import { companyFields } from '@tradewind/contract/crm/company.fields'
import { meetingReportFields } from '@tradewind/contract/crm/meetingReport.fields'
import type { FieldSpecs } from '@tradewind/contract/kit/entityFields'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { mockCalls } from '../../../test/answers.ts'
import { companyId } from '../../../test/samples.ts'
import { renderScreen } from '../../../test/visit.tsx'
import { Chips } from './Chips.tsx'

interface FiltersProps {
  fields: FieldSpecs
  where: string[]
  any?: string[]
}

const Filters = ({ fields, where, any = [] }: FiltersProps) => {
  const [filters, setFilters] = useState({ where, any })
  const [isAdding, setAdding] = useState(false)
  return <Chips fields={fields} {...filters} onChange={setFilters} isAdding={isAdding} onAddingChange={setAdding} />
}

const button = (name: string) => screen.findByRole('button', { name })
const option = (name: string) => screen.getByRole<HTMLOptionElement>('option', { name })
const names = (word: string, count: number) => Array.from({ length: count }, (_, at) => `legalName:contains:${word}${at}`)

test('no filter is offered beyond the 20 that a list can have', async () => {
  const { user } = renderScreen(<Filters fields={companyFields} where={names('required', 20)} />)
  await user.click(await button('Filter'))
  await screen.findByText('At most 20 filters. Remove one first.')
  expect(screen.queryByLabelText('Find a field')).toBeNull()
  await user.click(await button('Remove the filter: Legal Name contains required19'))
  await user.click(await button('Filter'))
  expect(await screen.findByLabelText('Find a field')).toBeTruthy()
})

test('Enter that ends the composition of a character chooses no field', async () => {
  const { user } = renderScreen(<Filters fields={companyFields} where={[]} />)
  await user.click(await button('Filter'))
  const search = await screen.findByLabelText('Find a field')
  await user.type(search, 'legal')
  fireEvent.keyDown(search, { key: 'Enter', isComposing: true })
  expect(screen.getByLabelText('Find a field')).toBe(search)
})

test('after a field was chosen what is typed is the value; Escape closes its list, and keeps what was chosen', async () => {
  const { user } = renderScreen(<Filters fields={companyFields} where={[]} />)
  await user.click(await button('Filter'))
  await user.type(await screen.findByLabelText('Find a field'), 'country{Enter}')
  await screen.findByLabelText('Condition')
  await user.keyboard('germ')
  await screen.findByRole('option', { name: 'Germany' })
  await user.keyboard('{Enter}ital{Escape}')
  expect(screen.queryByRole('option', { name: 'Italy' })).toBeNull()
  await user.keyboard('ital{Enter}{Escape}')
  await user.click(await button('Apply'))
  await user.click(await button('Filter: Country is Germany, Italy'))
  await screen.findByLabelText('Condition')
  await user.keyboard('{Escape}')
  expect(screen.queryByLabelText('Condition')).toBeNull()
})

test('filters do not become more alternatives, or more required filters, than a list can have', async () => {
  const filters = { where: names('required', 11), any: names('other', 10) }
  const { user } = renderScreen(<Filters fields={companyFields} {...filters} />)
  await user.click(await button('Filter: Legal Name contains required0'))
  await screen.findByLabelText('Value')
  expect(screen.queryByLabelText('Required filter')).toBeNull()
  expect(option('Match all (At most 20 filters)').disabled).toBe(true)
  expect(option('Match any').disabled).toBe(false)
})

test('a chip names the contact into which the chosen one was merged', async () => {
  mockCalls({ 'GET /api/contact/named/:uniqueId': () => ({ uniqueId: companyId(2), fullName: 'Ada Ahl' }) })
  renderScreen(<Filters fields={meetingReportFields} where={[`attendees:is:${companyId(1)}`]} />)
  expect(await button('Filter: Attendees is Ada Ahl')).toBeTruthy()
})
