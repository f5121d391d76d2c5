import { useEffect } from 'react'
import { startUse } from '#ui/page/use'
import { FairWatch } from './fair/FairWatch.tsx'
import { SearchLayer } from './SearchLayer.tsx'

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
