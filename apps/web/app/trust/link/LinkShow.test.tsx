// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import type { ReviewLink } from '@tradewind/contract/trust/reviewLink.contract'
import { expect, test } from 'vitest'
import { mockCalls } from '../../../test/answers.ts'
import { companyId } from '../../../test/samples.ts'
import { renderScreen } from '../../../test/visit.tsx'
import LinkShow from './LinkShow.tsx'

const path = '/crm/reviewLink/:uniqueId'
const name = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Name' })

test('a name that is being typed stays when the link is switched off, and is sent by Rename', async () => {
  let link = {
    uniqueId: companyId(1),
    code: 'abcdefgh',
    name: 'Stand 7',
    isActive: true,
    visits: 0,
    answers: 0,
    updatedAt: '2026-01-01T00:00:00.000Z',
  } as ReviewLink
  const { inputsOf } = mockCalls({
    'GET /api/reviewLink/:uniqueId': () => link,
    'PATCH /api/reviewLink/:uniqueId': (change) => {
      link = { ...link, ...change, updatedAt: new Date(Date.parse(link.updatedAt) + 1000).toISOString() } as ReviewLink
      return link
    },
  })
  const { user } = renderScreen(<LinkShow />, { at: `/crm/reviewLink/${companyId(1)}`, path })
  await user.type(await name(), ', hall 2')
  await user.click(screen.getByRole('switch', { name: 'Customers can answer by this link' }))
  expect(await screen.findByRole('switch', { checked: false })).toBeTruthy()
  expect((await name()).value).toBe('Stand 7, hall 2')
  await user.type(await name(), '{Enter}')
  expect(await screen.findByRole('heading', { name: 'Stand 7, hall 2' })).toBeTruthy()
  expect(inputsOf('PATCH /api/reviewLink/:uniqueId').at(-1)).toMatchObject({ name: 'Stand 7, hall 2' })
  expect(document.activeElement).toBe(await name())
})
