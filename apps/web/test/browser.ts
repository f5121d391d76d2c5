import { notifications } from '@mantine/notifications'
import { cleanup, configure, getConfig } from '@testing-library/react'
import * as React from 'react'
import { vi } from 'vitest'

/**
 * React's development build records the call stack of every element that it creates, up to a limit per second, for use in debuggers: a seventh of the
 * time of all tests. Here the limit counts as reached. React's warnings name their components all the same.
 */
export const skipOwnerStacks = () => {
  const internals = Object.entries(React).find(([name]) => name.startsWith('__CLIENT_INTERNALS'))?.[1] as object | undefined
  if (internals) Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => Infinity, set: () => {} })
}

/** Media queries that match: a mouse, reduced motion, and a desktop's width unless a test says otherwise. */
const matchingMedia = ['(pointer: fine)', '(prefers-reduced-motion: reduce)']
const NARROW_MEDIA = '(width < 48em)'
const TABLET_MEDIA = '(pointer: coarse) and (width < 62em)'

let mediaLists: (EventTarget & { media: string; matches: boolean })[] = []

/** Whether one of a query's alternatives is among these. */
const includesOne = (media: string, matches: readonly string[]) => media.split(', ').some((one) => matches.includes(one))

const stubMatchMedia = (matches: readonly string[]) =>
  vi.stubGlobal('matchMedia', (media: string) => {
    const answer = { media, matches: includesOne(media, matches), addListener() {}, removeListener() {} }
    const list = Object.assign(new EventTarget(), answer)
    mediaLists.push(list)
    return list
  })

/** Makes the window as wide as a phone's until the test ends; existing listeners are notified. */
export const useNarrowWindow = () => {
  stubMatchMedia([...matchingMedia, NARROW_MEDIA])
  for (const list of mediaLists.filter(({ media }) => includesOne(media, [NARROW_MEDIA])))
    list.dispatchEvent(Object.assign(new Event('change'), { matches: true }))
}

/** Makes the window that of a tablet held upright until the test ends. */
export const useTabletWindow = () => stubMatchMedia([TABLET_MEDIA])

class StubResizeObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

const { getElementError } = getConfig()

/** While a test waits, a query fails again and again, and its error is not read. `waitFor` adds the document to the last one, if it gives up. */
const createElementError: typeof getElementError = (message, container) =>
  Reflect.get(getConfig(), '_disableExpensiveErrorDiagnostics') ? new Error(message ?? '') : getElementError(message, container)

/** Stubs what jsdom lacks and the components need, and clears what an earlier visit stored. */
export const prepareBrowser = () => {
  configure({ asyncUtilTimeout: 10_000, getElementError: createElementError })
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  mediaLists = []
  vi.stubGlobal('ResizeObserver', StubResizeObserver)
  stubMatchMedia(matchingMedia)
  Element.prototype.scrollIntoView = () => {}
  window.scrollTo = () => {}
  Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true })
  localStorage.clear()
  sessionStorage.clear()
}

export const closePage = () => {
  cleanup()
  notifications.clean()
  vi.unstubAllGlobals()
}
