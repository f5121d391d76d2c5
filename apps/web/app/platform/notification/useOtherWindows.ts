import { useEffect, useEffectEvent, useRef } from 'react'

const CHANNEL = 'shown notifications'

/** Milliseconds in which another window says that it shows a notification itself, before this one announces it. */
const ANSWER_DELAY = 200

/** The user's other windows: what one of them shows itself is not announced in another one beside it. `onShown`: one of them shows this notification. */
export const useOtherWindows = (onShown: (uniqueId: string) => void) => {
  const channel = useRef<BroadcastChannel>(null)
  const shownIds = useRef(new Set<unknown>())
  const handleShown = useEffectEvent(onShown)
  useEffect(() => {
    const opened = new BroadcastChannel(CHANNEL)
    channel.current = opened
    opened.addEventListener('message', ({ data }: MessageEvent<string>) => {
      shownIds.current.add(data)
      handleShown(data)
    })
    return () => opened.close()
  }, [])
  return {
    /** This window shows it. */
    tell: (uniqueId: string) => {
      channel.current?.postMessage(uniqueId)
    },
    /** Calls `announce` unless one of them shows it. */
    unlessShown: (uniqueId: string, announce: () => void) =>
      setTimeout(() => {
        if (!shownIds.current.has(uniqueId)) announce()
      }, ANSWER_DELAY),
  }
}
