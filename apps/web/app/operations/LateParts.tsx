import { Suspense, useEffect, useState } from 'react'
import { useActor } from '#kit/session'
import { lazyWithRetry } from '#ui/page/lazyWithRetry'
import { startUse } from '#ui/page/use'
import { SearchLayer } from './SearchLayer.tsx'

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
