// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import type { Company } from '@tradewind/contract/crm/company.contract'
import { companyFields } from '@tradewind/contract/crm/company.fields'
import { companyPolicy } from '@tradewind/contract/crm/policies'
import { expect, test } from 'vitest'
import { useList } from '#kit/api/query'
import { useCustomColumns } from '#ui/entity/useCustom'
import { useEditing } from '#ui/entity/useEditing'
import { useFields } from '#ui/entity/useFields'
import { Rows } from '#ui/list/Rows'
import { listAnswer, mockCalls } from '../../../test/answers.ts'
import { sampleCompany, sampleCustomField } from '../../../test/samples.ts'
import { renderScreen } from '../../../test/visit.tsx'

const List = () => {
  const { columns } = useFields(companyFields)
  const edit = useEditing({ kind: 'company', policy: companyPolicy, nameOf: ({ legalName }) => legalName })
  const custom = useCustomColumns<Company>('company', { edit })
  const { data } = useList('GET /api/company/', {})
  return (
    <Rows<Company>
      label="Companies"
      rows={data?.rows ?? []}
      columns={[...columns(), ...custom.columns]}
      linkOf={({ uniqueId }) => `/crm/company/show/${uniqueId}`}
    />
  )
}

test('the input of a custom field takes the focus once it is loaded, and Escape closes it', async () => {
  mockCalls({
    'GET /api/customField/': () => listAnswer([sampleCustomField(1, { key: 'size', label: 'Size', type: 'NUMBER' })]),
    'GET /api/company/': () => listAnswer([sampleCompany(1, { custom: { size: 5 } }), sampleCompany(2)]),
  })
  const { user } = renderScreen(<List />)
  await user.click(await screen.findByText('5'))
  const size = await screen.findByRole('textbox', { name: 'Size' })
  await waitFor(() => expect(document.activeElement).toBe(size))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Size' })).toBeNull())
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Edit Size of Company 1' }))
})
