// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react'
import type { Company } from '@tradewind/contract/crm/company.contract'
import { companyFields } from '@tradewind/contract/crm/company.fields'
import { companyPolicy } from '@tradewind/contract/crm/policies'
import { expect, test, vi } from 'vitest'
import { useList } from '#kit/api/query'
import { useCustomColumns } from '#ui/entity/useCustom'
import { useEditing } from '#ui/entity/useEditing'
import { useFields } from '#ui/entity/useFields'
import { Rows } from '#ui/list/Rows'
import { listAnswer, mockCalls } from '../../../test/answers.ts'
import { sampleCompany, sampleCustomField } from '../../../test/samples.ts'
import { renderScreen } from '../../../test/visit.tsx'

const { isLoaded, load } = vi.hoisted(() => {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { isLoaded: promise, load: resolve }
})

vi.mock('#ui/entity/CustomInput', async (original) => {
  await isLoaded
  return original()
})

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
      keyOf={({ uniqueId }) => uniqueId}
      linkOf={({ uniqueId }) => `/crm/company/show/${uniqueId}`}
    />
  )
}

test('until the input of a custom field is loaded, keys do not reach the list and Escape closes it; then it has the focus', async () => {
  mockCalls({
    'GET /api/customField/': () => listAnswer([sampleCustomField(1, { key: 'size', label: 'Size', type: 'NUMBER' })]),
    'GET /api/company/': () => listAnswer([sampleCompany(1, { custom: { size: 5 } }), sampleCompany(2)]),
  })
  const { user } = renderScreen(<List />)
  const pencil = await screen.findByRole('button', { name: 'Edit Size of Company 1' })
  await user.click(await screen.findByText('5'))
  expect(document.activeElement).toBe(pencil)
  await user.keyboard('{ArrowDown}')
  expect(document.activeElement).toBe(pencil)
  await user.keyboard('{Escape}')
  await act(async () => load())
  await user.keyboard('{ArrowDown}')
  expect(document.activeElement).not.toBe(pencil)
  expect(screen.queryByRole('dialog')).toBeNull()
  pencil.focus()
  await user.keyboard('{Enter}')
  const size = await screen.findByRole('textbox', { name: 'Size' })
  await waitFor(() => expect(document.activeElement).toBe(size))
})
