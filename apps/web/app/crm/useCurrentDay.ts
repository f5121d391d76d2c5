import { useSyncExternalStore } from 'react'
import { session } from '#kit/session'
import { today } from '#ui/values/dates'

const CHECK_INTERVAL = 30_000

const subscribe = (onChange: () => void) => {
  const timer = setInterval(onChange, CHECK_INTERVAL)
  document.addEventListener('visibilitychange', onChange) // the timers of a hidden page, or of a computer that sleeps, run late
  const unsubscribe = session.subscribe(onChange)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', onChange)
    unsubscribe()
  }
}

/** Today in the user's time zone. On a page that stays open it changes at midnight, or as soon as the page is seen again. */
export const useCurrentDay = () => useSyncExternalStore(subscribe, today)
