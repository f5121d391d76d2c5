import { useEffect, useEffectEvent, useRef } from 'react'

/** Calls `onLeave` when the user presses elsewhere. Lists and calendars that an input opens count as inside, wherever they are in the page. */
export const useOutsidePress = (onLeave: () => void) => {
  const isInside = useRef(false)
  const leave = useEffectEvent(onLeave)
  useEffect(() => {
    const onPress = () => {
      if (!isInside.current) leave()
      isInside.current = false
    }
    document.addEventListener('mousedown', onPress)
    return () => document.removeEventListener('mousedown', onPress)
  }, [])
  const onInsidePress = () => {
    isInside.current = true
  }
  return { onMouseDownCapture: onInsidePress }
}
