import { Suspense, useEffect, useState } from 'react'
import { useActor } from '#kit/session'
import { lazyWithRetry } from '#ui/page/lazyWithRetry'

const FairSending = lazyWithRetry(async () => (await import('./FairSending.tsx')).FairSending)

/** Whether this device may have entries: somebody has opened fair mode on it. True if the browser cannot tell. */
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
