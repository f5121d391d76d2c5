// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import type { Message } from '@tradewind/contract/platform/message.contract'
import { expect, test } from 'vitest'
import { listAnswer, mockCalls } from '../../../test/answers.ts'
import { companyId } from '../../../test/samples.ts'
import { renderScreen } from '../../../test/visit.tsx'
import MessageList, { clientLoader } from './MessageList.tsx'

const message: Message = {
  uniqueId: companyId(1),
  key: 'Cancel',
  language: 'de',
  text: 'Zurück',
  shipped: 'Abbrechen',
  isOverridden: true,
  updatedAt: '2026-03-01T10:00:00.000Z',
}

const open = (search: string) => {
  const server = mockCalls({ 'GET /api/message/': () => listAnswer([message]) })
  return { ...server, ...renderScreen(<MessageList />, { at: `/admin/message/list${search}`, path: '/admin/message/list' }) }
}

/** Where the list's loader redirects to. */
const target = (search: string) => {
  try {
    return clientLoader({ request: new Request(`http://localhost/admin/message/list${search}`) })
  } catch (thrown) {
    return decodeURIComponent((thrown as Response).headers.get('location') ?? '')
  }
}

test('the language is chosen at once, the texts are searched, and filters are chips; clearing them keeps the language', async () => {
  const { user, inputsOf } = open('?language=de&where=isOverridden:is:true')
  await screen.findByRole('button', { name: 'Filter: State is In our own words' })
  await screen.findByRole('link', { name: 'Cancel' })
  const change = screen.getByRole('link', { name: 'Change a text' })
  expect(change.getAttribute('href')).toBe('/admin/message/create?language=de')
  expect(screen.queryByRole('button', { name: 'Apply Filter' })).toBeNull()
  expect(inputsOf('GET /api/message/').at(-1)).toMatchObject({ language: 'de', where: 'isOverridden:is:true', sort: 'key' })
  await user.selectOptions(screen.getByRole('combobox', { name: 'Language' }), 'fr')
  await waitFor(() => expect(inputsOf('GET /api/message/').at(-1)).toMatchObject({ language: 'fr' }))
  await user.type(screen.getByRole('searchbox', { name: 'Search this list' }), 'zur')
  await waitFor(() => expect(inputsOf('GET /api/message/').at(-1)).toMatchObject({ language: 'fr', q: 'zur' }))
  await user.click(screen.getByRole('button', { name: /^Remove the filter/ }))
  await user.click(screen.getByRole('button', { name: 'Clear the search' }))
  await waitFor(() => expect(location.search).toBe('?language=fr'))
})

test('an address with the filters that the list used to have leads to the same texts, and one without a language to the own', () => {
  open('?language=de')
  expect(target('?language=de&key=Cancel&text=Z&isOverridden=true')).toBe(
    '/admin/message/list?language=de&where=key:contains:Cancel&where=text:contains:Z&where=isOverridden:is:true',
  )
  expect(target('?where=isOverridden:is:true')).toBe('/admin/message/list?where=isOverridden:is:true&language=en')
  expect(target('?language=xx')).toBe('/admin/message/list?language=en')
  expect(target('?language=all')).toBeNull()
})
