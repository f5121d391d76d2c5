import { Suspense, useEffect, useState, useLayoutEffect, useRef } from 'react'
import { useActor } from '#kit/session'
import { useText } from '#kit/text'
import { openLayer, useLayer } from '#platform/shell/TopBar'
import { lazyWithRetry } from '#ui/page/lazyWithRetry'
import { startUse } from '#ui/page/use'

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

const FairSending = lazyWithRetry(async () => (await import('./fair/FairSending.tsx')).FairSending)

/** Whether this device may have entries of fair mode: somebody has opened it here. True if the browser cannot tell. */
const mayHaveEntries = async () => {
  const databases = await indexedDB.databases()
  return databases.some(({ name }) => name === 'offline')
}

/** Sends the user's entries of fair mode on every signed-in page. Loads nothing on devices that have none, until another page adds one. */
export const FairWatch = () => {
  const { uniqueId } = useActor()
  const [isNeeded, setNeeded] = useState(false)
  useEffect(() => {
    if (isNeeded) return undefined
    const check = () =>
      void mayHaveEntries()
        .catch(() => true)
        .then(setNeeded)
    const channel = new BroadcastChannel(`fair ${uniqueId}`)
    channel.addEventListener('message', check)
    check()
    return () => channel.close()
  }, [uniqueId, isNeeded])
  return <Suspense>{isNeeded && <FairSending />}</Suspense>
}

/** Milliseconds after which a page that nobody has touched is treated as used: it gets a newer version of the application, too. */
const IDLE = 60_000

/** What every signed-in page loads once it has mounted: what opens the search, and what sends the entries of fair mode. */
export const LateParts = () => {
  useEffect(() => {
    const timer = setTimeout(startUse, IDLE)
    return () => clearTimeout(timer)
  }, [])
  return (
    <>
      <SearchLayer />
      <FairWatch />
    </>
  )
}
