// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react'
import type { TenantSetting } from '@tradewind/contract/platform/tenantSetting.contract'
import { expect, test } from 'vitest'
import { Failure } from '#kit/api/failure'
import { listAnswer, mockCalls, throwFailure } from '../../../test/answers.ts'
import { useNarrowWindow } from '../../../test/browser.ts'
import { renderScreen } from '../../../test/visit.tsx'
import TenantSettings from './TenantSettings.tsx'

const contact = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Contact' })
const restored = 'Your unsaved text was restored'
const changedElsewhere = 'Someone else changed this in the meantime'

/** A tenant with one setting: the server's, which another admin may change. */
const openTenant = () => {
  const server = { value: 'desk@main.example' }
  const current = () =>
    ({
      key: 'CONTACT_EMAIL',
      name: 'Contact',
      description: 'Where to write',
      dataType: 'EMAIL',
      value: server.value,
      isStandard: false,
    }) satisfies TenantSetting
  const calls = mockCalls({
    'GET /api/auth/account': () => ({}) as never,
    'GET /api/legalText/': () => listAnswer([]),
    'GET /api/tenantSetting/': () => listAnswer([current()]),
    'PATCH /api/tenantSetting/': ({ value, from }) => {
      if (from !== server.value) throwFailure(new Failure(409, 'Someone else has changed this setting'))
      server.value = String(value)
      return current()
    },
  })
  return { server, ...calls }
}

test('a setting that was typed survives a reload and an ended session, until it is saved or discarded', async () => {
  const { server } = openTenant()
  const first = renderScreen(<TenantSettings />)
  await first.user.type(await contact(), '.test')
  first.close()

  const second = renderScreen(<TenantSettings />)
  expect((await contact()).value).toBe('desk@main.example.test')
  expect(screen.getByText(restored)).toBeTruthy()
  await second.user.click(screen.getByRole('button', { name: 'Save Contact' }))
  await waitFor(() => expect(screen.queryByText(restored)).toBeNull())
  expect(server.value).toBe('desk@main.example.test')
  await second.user.type(await contact(), 'x')
  second.close()

  const third = renderScreen(<TenantSettings />)
  await third.user.click(await screen.findByRole('button', { name: 'Discard' }))
  expect((await contact()).value).toBe('desk@main.example.test')
  third.close()
  renderScreen(<TenantSettings />)
  expect((await contact()).value).toBe('desk@main.example.test')
  expect(screen.queryByText(restored)).toBeNull()
})

test('what is typed stays when another admin saves the setting, and is shown beside the saved version', async () => {
  const { server } = openTenant()
  const { user, client } = renderScreen(<TenantSettings />)
  await user.type(await contact(), '.mine')
  server.value = 'other@main.example'
  await act(() => client.invalidateQueries())
  expect((await screen.findByRole('alert', { name: changedElsewhere })).textContent).toContain('other@main.example')
  expect((await contact()).value).toBe('desk@main.example.mine')
  await user.click(screen.getByRole('button', { name: 'Use the saved version' }))
  expect((await contact()).value).toBe('other@main.example')
  expect(screen.queryByText(changedElsewhere)).toBeNull()
})

test('a save does not silently replace what another admin has saved meanwhile; a second one does', async () => {
  const { server, inputsOf } = openTenant()
  const { user } = renderScreen(<TenantSettings />)
  await user.type(await contact(), '.mine')
  server.value = 'other@main.example'
  await user.keyboard('{Enter}')
  await screen.findByText(changedElsewhere)
  expect(server.value).toBe('other@main.example')
  expect((await contact()).value).toBe('desk@main.example.mine')
  await user.click(screen.getByRole('button', { name: 'Save Contact' }))
  await waitFor(() => expect(screen.queryByText(changedElsewhere)).toBeNull())
  expect(server.value).toBe('desk@main.example.mine')
  expect(inputsOf('PATCH /api/tenantSetting/').map(({ from }) => from)).toEqual(['desk@main.example', 'other@main.example'])
})

const closedSetting = (key: string) =>
  ({ key, name: key, description: '', dataType: 'TEXT', value: 'Saved', isStandard: false }) as unknown as TenantSetting
const boxes = () => screen.findAllByRole<HTMLInputElement>('textbox')
const headings = () => within(screen.getByRole('table')).getAllByRole('columnheader')

test('the refusals of several settings stand at their inputs, each with all its reasons, also after the window was turned', async () => {
  mockCalls({
    'GET /api/auth/account': () => ({}) as never,
    'GET /api/legalText/': () => listAnswer([]),
    'GET /api/tenantSetting/': () => listAnswer(['First', 'Second', 'Third'].map(closedSetting)),
    'PATCH /api/tenantSetting/': ({ key }) =>
      throwFailure(new Failure(422, 'Please check the form', { value: `${key} is wrong`, key: `${key} is closed` })),
  })
  const { user } = renderScreen(<TenantSettings />)
  for (const box of await boxes()) await user.type(box, ' more{Enter}')
  const reasons = async () =>
    (await boxes()).map((box) => document.getElementById(box.getAttribute('aria-describedby') ?? '')?.textContent)
  const expected = ['First', 'Second', 'Third'].map((name) => `${name} is wrong ${name} is closed`)
  await waitFor(async () => expect(await reasons()).toEqual(expected))
  expect(headings()).toHaveLength(3)
  act(useNarrowWindow)
  expect(headings()).toHaveLength(2)
  expect(await reasons()).toEqual(expected)
  expect((await boxes()).map(({ value }) => value)).toEqual(Array(3).fill('Saved more'))
})
