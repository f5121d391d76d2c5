import { notifications } from '@mantine/notifications'
import { cleanup, configure } from '@testing-library/react'
import { vi } from 'vitest'

/** What the window answers to media queries: a mouse, no motion, and a desk's width unless a test says otherwise. */
const matching = ['(pointer: fine)', '(prefers-reduced-motion: reduce)']
const narrow = '(width < 48em)'

let answered: (EventTarget & { media: string; matches: boolean })[] = []

const answerMedia = (matches: readonly string[]) =>
  vi.stubGlobal('matchMedia', (media: string) => {
    const answer = { media, matches: matches.includes(media), addListener() {}, removeListener() {} }
    const list = Object.assign(new EventTarget(), answer)
    answered.push(list)
    return list
  })

/** Until the test ends the window is as wide as a phone's; whoever has asked before is told. */
export const narrowWindow = () => {
  answerMedia([...matching, narrow])
  for (const list of answered.filter(({ media }) => media === narrow))
    list.dispatchEvent(Object.assign(new Event('change'), { matches: true }))
}

class NoObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

/** What jsdom does not have and the components ask for, and a browser in which nobody has been. */
export const prepareBrowser = () => {
  configure({ asyncUtilTimeout: 10_000 })
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  answered = []
  vi.stubGlobal('ResizeObserver', NoObserver)
  answerMedia(matching)
  Element.prototype.scrollIntoView = () => {}
  window.scrollTo = () => {}
  localStorage.clear()
  sessionStorage.clear()
}

export const closePage = () => {
  cleanup()
  notifications.clean()
  vi.unstubAllGlobals()
}
