// @vitest-environment jsdom
import { act, screen } from '@testing-library/react'
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
