// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import type { Company } from '@tradewind/contract/crm/company.contract'
import { companyFields } from '@tradewind/contract/crm/company.fields'
import { companyPolicy } from '@tradewind/contract/crm/policies'
import { expect, test } from 'vitest'
import { Facts } from '#ui/record/DetailPage'
import { mockCalls } from '../../../test/answers.ts'
import { sampleCompany } from '../../../test/samples.ts'
import { renderScreen } from '../../../test/visit.tsx'
import { useEditing } from './useEditing.tsx'
import { useFields } from './useFields.tsx'

const Page = ({ company }: { company: Company }) => {
  const edit = useEditing({ kind: 'company', policy: companyPolicy, nameOf: ({ legalName }) => legalName })
  return <Facts facts={useFields(companyFields).facts(company, {}, edit)} />
}

test('what is typed into a text of several lines is appended, as in a single line', async () => {
  mockCalls({})
  const { user } = renderScreen(<Page company={sampleCompany(1, { address: 'Am Hafen 1' })} />)
  await user.click(await screen.findByRole('button', { name: 'Edit Address of Company 1' }))
  const address = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Address' })
  await waitFor(() => expect(document.activeElement).toBe(address))
  expect(address.selectionStart).toBe('Am Hafen 1'.length)
})
