import { useEffect, useEffectEvent } from 'react'
import { type Heard, openLine } from '#kit/live/line'

/** Hears of the own notifications while the component is there. */
export const useLive = ({ onItem, onDrive, onOpen, onRefused }: Heard) => {
  const heardItem = useEffectEvent(onItem)
  const heardDrive = useEffectEvent(onDrive)
  const heardOpen = useEffectEvent(onOpen)
  const heardRefusal = useEffectEvent(onRefused)
  useEffect(
    () =>
      openLine({
        onItem: (item) => heardItem(item),
        onDrive: () => heardDrive(),
        onOpen: () => heardOpen(),
        onRefused: () => heardRefusal(),
      }),
    [],
  )
}
