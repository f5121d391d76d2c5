// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { companyFields } from '@tradewind/contract/crm/company.fields'
import { companyPolicy } from '@tradewind/contract/crm/policies'
import { expect, test } from 'vitest'
import { useEditing } from '#ui/entity/useEditing'
import { listAnswer, mockCalls } from '../../../test/answers.ts'
import { sampleCompany, sampleCustomField } from '../../../test/samples.ts'
import { renderScreen } from '../../../test/visit.tsx'
import { ListPart } from './ListPart.tsx'

const bulkActions = (records: readonly { legalName: string }[], _: unknown, all?: { filters: object }) => (
  <p>Of {all ? JSON.stringify(all.filters) : records.map(({ legalName }) => legalName).join(' and ')}</p>
)

const Part = () => {
  const edit = useEditing({ kind: 'company', policy: companyPolicy, nameOf: ({ legalName }) => legalName })
  return (
    <ListPart
      kind="company"
      route="GET /api/company/"
      fixedInput={{ country: 'Norway' }}
      sort="legalName"
      fields={{ website: companyFields.website, address: companyFields.address }}
      columns={[{ field: 'legalName', head: 'Name', show: ({ legalName }) => legalName }]}
      edit={edit}
      label="Companies"
      linkOf={() => undefined}
      menuOf={() => null}
      nameOf={({ legalName }) => legalName}
      bulkActions={bulkActions}
      empty="None"
      hasRecords
    />
  )
}

const size = sampleCustomField(1, { key: 'size', label: 'Size', type: 'NUMBER' })

const open = (search: string, rows = [sampleCompany(1)], customFields = [size], total = rows.length) => {
  const server = mockCalls({
    'GET /api/customField/': () => listAnswer(customFields),
    'GET /api/company/': () => listAnswer(rows, total),
  })
  return { ...server, ...renderScreen(<Part />, { at: `/crm/project/show/1${search}` }) }
}

test('filters of which any has to match filter the list, and can be cleared', async () => {
  const { user, inputsOf } = open('?any=custom.size:more:5&any=custom.size:empty')
  await screen.findByRole('button', { name: 'Filter: Size is more than 5' })
  await waitFor(() => expect(inputsOf('GET /api/company/')).toMatchObject([{ any: 'custom.size:empty' }]))
  await user.selectOptions(screen.getByRole('combobox', { name: 'How the filters go together' }), 'Match all')
  await waitFor(() => expect(inputsOf('GET /api/company/').at(-1)).toMatchObject({ where: 'custom.size:empty' }))
})

test('a list that is empty because of such filters says so', async () => {
  const { user } = open('?any=custom.size:more:5', [])
  await user.click(await screen.findByRole('button', { name: /Clear/ }))
  expect(new URLSearchParams(location.search).getAll('any')).toEqual([])
})

test('rows can be selected, and all that match with what the page and the address filter by', async () => {
  const { user } = open('?any=custom.size:more:5', [sampleCompany(1)], [size], 30)
  await user.click(await screen.findByRole('checkbox', { name: `Select ${sampleCompany(1).legalName}` }))
  expect(screen.getByText(`Of ${sampleCompany(1).legalName}`)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Select all 30 that match' }))
  expect(screen.getByText('Of {"country":"Norway","any":["custom.size:more:5"]}')).toBeTruthy()
})

test('without fields of the tenant, too, it can be searched, filtered and given further columns', async () => {
  const { user, inputsOf } = open('', [sampleCompany(1)], [])
  await user.type(await screen.findByRole('searchbox', { name: 'Search this list' }), 'nord{Enter}')
  await waitFor(() => expect(inputsOf('GET /api/company/').at(-1)).toMatchObject({ q: 'nord', country: 'Norway' }))
  await user.click(screen.getByRole('button', { name: 'Filter' }))
  await user.type(await screen.findByLabelText('Find a field'), 'website{Enter}')
  await user.selectOptions(await screen.findByLabelText('Condition'), 'is empty')
  await user.click(screen.getByRole('button', { name: 'Apply' }))
  await waitFor(() => expect(inputsOf('GET /api/company/').at(-1)).toMatchObject({ q: 'nord', where: 'website:empty' }))
  await user.click(screen.getByRole('button', { name: 'Display' }))
  await user.click(await screen.findByLabelText('Address'))
  await screen.findByRole('columnheader', { name: 'Address' })
})
