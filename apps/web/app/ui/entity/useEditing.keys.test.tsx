// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { companyFields } from '@tradewind/contract/crm/company.fields'
import { companyPolicy } from '@tradewind/contract/crm/policies'
import { expect, onTestFinished, test, vi } from 'vitest'
import { Rows } from '#ui/list/Rows'
import { mockCalls } from '../../../test/answers.ts'
import { sampleCompany } from '../../../test/samples.ts'
import { renderScreen } from '../../../test/visit.tsx'
import { useEditing } from './useEditing.tsx'
import { useFields } from './useFields.tsx'

const List = () => {
  const { columns } = useFields(companyFields)
  const edit = useEditing({ kind: 'company', policy: companyPolicy, nameOf: ({ legalName }) => legalName })
  return <Rows label="Companies" rows={[sampleCompany(1)]} columns={columns({}, edit)} linkOf={() => '/'} />
}

test('what is typed before the editor has loaded arrives in it, in order; meanwhile no letter is a shortcut', async () => {
  mockCalls({})
  const { user } = renderScreen(<List />)
  const shortcut = vi.fn<() => void>()
  document.addEventListener('keydown', shortcut)
  onTestFinished(() => document.removeEventListener('keydown', shortcut))
  const button = await screen.findByRole('button', { name: 'Edit Website of Company 1' })
  button.focus()
  // One tick for all keys: no editor is rendered before it ends.
  act(() => {
    button.click()
    for (const key of ['/', 'c', 'u', 'x', 'Backspace', 'r']) fireEvent.keyDown(button, { key })
  })
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Website' })
  await waitFor(() => expect(field.value).toBe(`${sampleCompany(1).website}/cur`))
  expect(shortcut).not.toHaveBeenCalled()
  await user.keyboard('b')
  expect(field.value).toBe(`${sampleCompany(1).website}/curb`)
  await user.keyboard('{Escape}')
})
