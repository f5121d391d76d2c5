import { useEffect, useEffectEvent } from 'react'
import { type LiveListener, openLiveConnection } from '#kit/live/liveConnection'

/** Hears of the own notifications while the component is there. */
export const useLive = ({ onItem, onDrive, onOpen, onRefused }: LiveListener) => {
  const heardItem = useEffectEvent(onItem)
  const heardDrive = useEffectEvent(onDrive)
  const heardOpen = useEffectEvent(onOpen)
  const heardRefusal = useEffectEvent(onRefused)
  useEffect(
    () =>
      openLiveConnection({
        onItem: (item) => heardItem(item),
        onDrive: () => heardDrive(),
        onOpen: () => heardOpen(),
        onRefused: () => heardRefusal(),
      }),
    [],
  )
}
