import { useEffect, useRef } from 'react'

/** Milliseconds for which a pointer rests on what somebody means to press. */
const REST = 50

/** The handlers of an element that somebody is about to press: once the pointer rests on it, and at once when it has the focus or is pressed. */
export const useIntent = (work: () => void) => {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const stop = () => clearTimeout(timer.current)
  useEffect(() => stop, [])
  return {
    onMouseEnter: () => {
      stop()
      timer.current = setTimeout(work, REST)
    },
    onMouseLeave: stop,
    onFocus: work,
    onTouchStart: work,
  }
}
