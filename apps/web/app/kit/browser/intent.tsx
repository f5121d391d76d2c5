import { useEffect, useRef, useState } from 'react'
import { PrefetchPageLinks } from 'react-router'

/** Milliseconds for which a pointer, or the focus, rests on what somebody means to press. */
const REST = 50

/**
 * Fetches what a link leads to while somebody is about to press it: its scripts, and what `work` asks for. `intent`: handlers of the link;
 * `scripts`: stands beside it.
 */
export const usePrefetchOnIntent = (to: string, work: () => void) => {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [isMeant, setMeant] = useState(false)
  useEffect(() => () => clearTimeout(timer.current), [])
  const begin = () => {
    clearTimeout(timer.current)
    setMeant(true)
    work()
  }
  const wait = () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(begin, REST)
  }
  const stop = () => {
    clearTimeout(timer.current)
    setMeant(false)
  }
  return {
    intent: { onMouseEnter: wait, onMouseLeave: stop, onFocus: wait, onBlur: stop, onMouseDown: begin, onTouchStart: begin },
    scripts: isMeant && <PrefetchPageLinks page={to} />,
  }
}
