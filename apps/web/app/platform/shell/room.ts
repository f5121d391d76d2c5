import { useEffect, useLayoutEffect, useRef, useState } from 'react'

/** Below this a search box cannot be read. */
const searchWidth = 200
/** At most that wide is the menu that the create buttons become, in any language. */
const menuWidth = 110
/** At most that wide is the greeting, with its gap; a longer one is cut. */
const welcomeWidth = 228

/** What the top bar has room for, beside the whole title. */
export interface Room {
  /** The create buttons, beside a search of 200 px; else they are one menu. */
  buttons: boolean
  /** The search and the menu in words; else as icons. */
  words: boolean
  welcome: boolean
}

const widthOf = (element: Element | null) => Math.ceil(element?.getBoundingClientRect().width ?? 0)

/** The parts of the bar are measured by their own content, whether they are shown or not. Those that give way are `data-flexible`. */
const roomIn = (bar: HTMLElement, shown: Room): Room => {
  const widthIn = (part: string) => widthOf(bar.querySelector(`[data-part="${part}"]`))
  const greeting = Math.min(widthIn('welcome') + 8, welcomeWidth)
  const style = getComputedStyle(bar)
  const children = [...bar.children]
  const fixed = children.filter((child) => !child.hasAttribute('data-flexible')).reduce((sum, child) => sum + widthOf(child), 0)
  const around = Number.parseFloat(style.paddingLeft) * 2 + Number.parseFloat(style.columnGap) * (children.length - 1)
  const left = widthOf(bar) - around - fixed + (shown.welcome ? greeting : 0) - widthIn('title') - searchWidth
  const buttons = left >= widthIn('buttons')
  return { buttons, words: left >= menuWidth, welcome: left >= (buttons ? widthIn('buttons') : menuWidth) + greeting }
}

/** Measures what there is room for: by what is to be shown in this language, not by the window alone. */
export const useRoom = () => {
  const bar = useRef<HTMLDivElement>(null)
  const [room, setRoom] = useState<Room>({ buttons: false, words: true, welcome: false })
  const measure = () => {
    if (!bar.current) return
    const next = roomIn(bar.current, room)
    if (next.buttons !== room.buttons || next.words !== room.words || next.welcome !== room.welcome) setRoom(next)
  }
  const latest = useRef(measure)
  useLayoutEffect(() => {
    latest.current = measure
    measure()
  })
  useEffect(() => {
    const { current } = bar
    if (!current) return
    const watch = new ResizeObserver(() => latest.current())
    // A font that arrives late makes the buttons wider.
    for (const element of [current, ...current.querySelectorAll('[data-part="buttons"]')]) watch.observe(element)
    return () => watch.disconnect()
  }, [])
  return { bar, room }
}
