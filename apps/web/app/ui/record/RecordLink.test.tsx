// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { useRef } from 'react'
import { expect, test, vi } from 'vitest'
import { nameLink } from '#ui/values/links'
import { renderScreen } from '../../../test/visit.tsx'
import { ScreenLinks } from './RecordLink.tsx'

const List = ({ onIntent }: { onIntent: (link: HTMLElement) => void }) => {
  const box = useRef<HTMLDivElement>(null)
  return (
    <ScreenLinks ref={box} onIntent={onIntent}>
      {nameLink('/one?tab=contacts', <b>One</b>)}
      {nameLink('/two', 'Two')}
    </ScreenLinks>
  )
}

const open = () => {
  const onIntent = vi.fn<(link: HTMLElement) => void>()
  return { onIntent, ...renderScreen(<List onIntent={onIntent} />) }
}

/** jsdom loads no documents: whether the browser would is all that can be seen. */
const isLeftToBrowser = (init: MouseEventInit) => fireEvent.click(screen.getByText('One'), init)

test('a plain link opens its screen without loading a document, unless the browser opens it elsewhere', async () => {
  const { user, router } = open()
  for (const init of [{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { altKey: true }])
    expect(isLeftToBrowser(init)).toBe(true)
  expect(router.state.location.pathname).toBe('/')
  await user.click(screen.getByText('One'))
  await waitFor(() => expect(router.state.location).toMatchObject({ pathname: '/one', search: '?tab=contacts' }))
})

test('the same address again adds no entry to the history', async () => {
  const { user, router } = open()
  await user.click(screen.getByRole('link', { name: 'Two' }))
  await user.click(screen.getByRole('link', { name: 'Two' }))
  expect(router.state).toMatchObject({ location: { pathname: '/two' }, historyAction: 'REPLACE' })
})

test('prefetches the target of a link on which the pointer or the focus stays, or that is pressed, and none that they only pass', async () => {
  const { user, onIntent } = open()
  const namesOf = () => onIntent.mock.calls.map(([link]) => link.textContent)
  await user.hover(screen.getByText('One'))
  await user.hover(screen.getByText('Two'))
  await waitFor(() => expect(namesOf()).toEqual(['Two']))
  screen.getByRole('link', { name: 'One' }).focus()
  await waitFor(() => expect(namesOf()).toEqual(['Two', 'One']))
  fireEvent.pointerDown(screen.getByText('One'))
  expect(namesOf()).toEqual(['Two', 'One', 'One'])
})
