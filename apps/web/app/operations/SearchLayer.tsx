import { Suspense, useState } from 'react'
import { useKeys } from '#kit/browser/keyboard'
import { openLayer, useLayer } from '#platform/shell/TopBar'
import { lazyWithRetry } from '#ui/page/lazyWithRetry'

const Palette = lazyWithRetry(async () => (await import('./Palette.tsx')).Palette)

/** Search and commands over any signed-in page, by Ctrl K or ⌘ K. Loaded when first opened. */
export const SearchLayer = () => {
  const opened = useLayer() === 'search'
  const [everOpened, setEverOpened] = useState(opened)
  if (opened && !everOpened) setEverOpened(true)
  useKeys({ 'mod+k': () => openLayer('search') })
  return (
    everOpened && (
      <Suspense>
        <Palette opened={opened} />
      </Suspense>
    )
  )
}
