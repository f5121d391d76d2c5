import { Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useText } from '#kit/text'
import { openLayer, useLayer } from '#platform/shell/TopBar'
import { lazyWithRetry } from '#ui/page/lazyWithRetry'

const Palette = lazyWithRetry(async () => (await import('./Palette.tsx')).Palette)

// Not in a style sheet, which would be one more request of every page.
const unseen = { position: 'fixed', opacity: 0, pointerEvents: 'none' } as const

/**
 * Search and commands over any signed-in page. The palette is loaded when it is first opened, and until it has the focus an input that nobody sees
 * takes what is typed. Afterwards the focus returns to where it was.
 */
export const SearchLayer = () => {
  const t = useText()
  const opened = useLayer() === 'search'
  const [everOpened, setEverOpened] = useState(opened)
  const [isReady, setReady] = useState(false)
  const [query, setQuery] = useState('')
  const early = useRef<HTMLInputElement>(null)
  const from = useRef<HTMLElement | null>(null)
  if (opened && !everOpened) setEverOpened(true)
  useLayoutEffect(() => {
    if (!opened) return
    from.current = document.activeElement as HTMLElement | null
    early.current?.focus()
  }, [opened])
  useEffect(() => (opened ? () => from.current?.focus({ preventScroll: true }) : undefined), [opened])
  if (!everOpened) return null
  return (
    <>
      {opened && !isReady && (
        <input
          ref={early}
          style={unseen}
          aria-label={t('Search')}
          value={query}
          onChange={(event) => setQuery(event.currentTarget.value)}
          onKeyDown={({ key }) => key === 'Escape' && openLayer(null)}
        />
      )}
      <Suspense>
        <Palette opened={opened} query={query} onQuery={setQuery} onFocus={() => setReady(true)} />
      </Suspense>
    </>
  )
}
