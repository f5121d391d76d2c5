// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react'
import type { TenantSetting } from '@tradewind/contract/platform/tenantSetting.contract'
import { expect, test } from 'vitest'
import { listAnswer, mockCalls } from '../../../test/answers.ts'
import { companyId } from '../../../test/samples.ts'
import { renderScreen } from '../../../test/visit.tsx'
import TenantConfiguration from './TenantConfiguration.tsx'

const path = '/superAdmin/tenant/configuration/:uniqueId'
const addressOf = (number: number) => path.replace(':uniqueId', companyId(number))
const value = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Contact' })
const setting = {
  key: 'CONTACT_EMAIL',
  name: 'Contact',
  description: 'Where to write',
  dataType: 'TEXT',
  value: 'Saved',
  isDefault: false,
} as unknown as TenantSetting

test('what is typed for one tenant is not carried to another', async () => {
  mockCalls({
    'GET /api/tenant/:uniqueId': ({ uniqueId }) =>
      ({ uniqueId, fullName: uniqueId === companyId(1) ? 'North' : 'South' }) as never,
    'GET /api/tenantConfiguration/': () => listAnswer([setting]),
  })
  const { user, router } = renderScreen(<TenantConfiguration />, { at: addressOf(2), path, role: 'ROLE_SUPER_ADMIN' })
  await value()
  await act(() => router.navigate(addressOf(1)))
  await screen.findByRole('heading', { name: 'Configuration of North' })
  await user.type(await value(), ' and more')
  await act(() => router.navigate(-1))
  await screen.findByRole('heading', { name: 'Configuration of South' })
  expect((await value()).value).toBe('Saved')
})

test('a figure separates thousands, and what is not a number stays as typed and is not saved as another one', async () => {
  const figure = { ...setting, dataType: 'NUMBER', value: '5000' } as unknown as TenantSetting
  const { inputsOf } = mockCalls({
    'GET /api/tenant/:uniqueId': ({ uniqueId }) => ({ uniqueId, fullName: 'North' }) as never,
    'GET /api/tenantConfiguration/': () => listAnswer([figure]),
    'PATCH /api/tenantConfiguration/': () => ({ ...figure, value: '12000' }),
  })
  const { user } = renderScreen(<TenantConfiguration />, { at: addressOf(1), path, role: 'ROLE_SUPER_ADMIN' })
  const input = await value()
  expect(input.value).toBe('5,000')
  await user.clear(input)
  await user.type(input, '12k')
  await user.tab()
  expect(input.value).toBe('12k')
  expect(screen.getByText('This is not a number')).toBeTruthy()
  await user.clear(input)
  await user.type(input, '12,000{Enter}')
  await waitFor(() => expect(inputsOf('PATCH /api/tenantConfiguration/')).toMatchObject([{ value: '12000' }]))
})
