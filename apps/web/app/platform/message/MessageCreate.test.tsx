// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import type { Message } from '@tradewind/contract/platform/message.contract'
import { expect, test } from 'vitest'
import { listAnswer, mockCalls } from '../../../test/answers.ts'
import { companyId } from '../../../test/samples.ts'
import { renderScreen } from '../../../test/visit.tsx'
import MessageCreate from './MessageCreate.tsx'

const message: Message = {
  uniqueId: companyId(1),
  key: 'Cancel',
  language: 'de',
  text: 'Abbrechen',
  shipped: 'Abbrechen',
  isOverridden: false,
  updatedAt: '2026-03-01T10:00:00.000Z',
}

test('the language of the list is that of a text which is changed from there, and the list of the changed ones follows when it is saved', async () => {
  const { inputsOf } = mockCalls({
    'GET /api/message/': () => listAnswer([message]),
    'POST /api/message/': ({ text }) => ({ ...message, text, isOverridden: true }),
    'GET /api/message/translations/': () => ({}),
  })
  const { user } = renderScreen(<MessageCreate />, { at: '/admin/message/create?language=de', path: '/admin/message/create' })
  expect((await screen.findByRole<HTMLSelectElement>('combobox', { name: /^Language/ })).value).toBe('de')
  await user.type(screen.getByRole('combobox', { name: /^English/ }), 'Cancel')
  await user.click(await screen.findByRole('option', { name: 'Cancel' }))
  await user.type(await screen.findByRole('textbox', { name: /^Text/ }), 'Zurück')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(inputsOf('POST /api/message/')).toMatchObject([{ language: 'de', key: 'Cancel', text: 'Zurück' }]))
  await waitFor(() =>
    expect(location.pathname + location.search).toBe('/admin/message/list?language=de&where=isOverridden:is:true'),
  )
})
