// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { device } from '../../../test/deviceStorage.ts'
import { myUserId, renderScreen } from '../../../test/visit.tsx'
import { UnsentEntries, useUnsentEntries } from './UnsentEntries.tsx'

vi.mock('idb-keyval', () => import('../../../test/deviceStorage.ts'))

beforeEach(() => device.kept.clear())

test('entries of fair mode that only this device has are mentioned, and lead to the page that sends them', async () => {
  device.kept.set(`${myUserId} unsent`, 2)
  renderScreen(<UnsentEntries />)
  await screen.findByText('2 entries of fair mode are not sent yet')
  expect(screen.getByRole('link', { name: 'Open fair mode to send' }).getAttribute('href')).toBe('/fair')
})

const Count = () => <p>Count: {useUnsentEntries().data}</p>

test.each([0, undefined])('nothing is said if so many are not sent: %s', async (count) => {
  device.kept.set('another user unsent', 3)
  if (count !== undefined) device.kept.set(`${myUserId} unsent`, count)
  renderScreen(
    <>
      <UnsentEntries />
      <Count />
    </>,
  )
  expect(await screen.findByText('Count: 0')).toBeTruthy()
  expect(screen.queryByText(/not sent yet/)).toBeNull()
})
