// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { device } from '../../../test/deviceStorage.ts'
import { myUserId, renderScreen } from '../../../test/visit.tsx'
import { UnsentEntries, useUnsentEntries } from './Dashboard.tsx'

beforeEach(() => device.kept.clear())

test('entries of fair mode that only this device has are mentioned, and lead to the page that shows them', async () => {
  device.kept.set(`${myUserId} counts`, { unsent: 2, waiting: 2, undecided: 0 })
  renderScreen(<UnsentEntries />)
  await screen.findByText('2 entries of fair mode are not sent yet')
  expect(screen.getByRole('link', { name: 'Open fair mode' }).getAttribute('href')).toBe('/fair')
  expect(screen.queryByText(/needs? you/)).toBeNull()
})

test('those that the user has to decide on are counted', async () => {
  device.kept.set(`${myUserId} counts`, { unsent: 3, waiting: 1, undecided: 2 })
  renderScreen(<UnsentEntries />)
  await screen.findByText('3 entries of fair mode are not sent yet')
  expect(screen.getByText(/2 entries of fair mode need you\./)).toBeTruthy()
})

const Count = () => <p>Count: {useUnsentEntries().data?.unsent}</p>

test.each([0, undefined])('nothing is said if so many are not sent: %s', async (count) => {
  device.kept.set('another user counts', { unsent: 3, waiting: 3, undecided: 0 })
  if (count !== undefined) device.kept.set(`${myUserId} counts`, { unsent: count, waiting: 0, undecided: 0 })
  renderScreen(
    <>
      <UnsentEntries />
      <Count />
    </>,
  )
  expect(await screen.findByText('Count: 0')).toBeTruthy()
  expect(screen.queryByText(/not sent yet/)).toBeNull()
})
