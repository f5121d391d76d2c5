import { useEffect, useEffectEvent } from 'react'
import { type Heard, openLine } from '#kit/live/line'

/** Hears of the own notifications while the component is there. */
export const useLive = ({ onItem, onOpen, onRefused }: Heard) => {
  const heardItem = useEffectEvent(onItem)
  const heardOpen = useEffectEvent(onOpen)
  const heardRefusal = useEffectEvent(onRefused)
  useEffect(
    () =>
      openLine({
        onItem: (item) => heardItem(item),
        onOpen: () => heardOpen(),
        onRefused: () => heardRefusal(),
      }),
    [],
  )
}
