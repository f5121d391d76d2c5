import { useUpdates } from '#platform/shell/useUpdates'
import { FairWatch } from './fair/FairWatch.tsx'
import { SearchLayer } from './SearchLayer.tsx'

/**
 * What every signed-in page loads once it has mounted: what opens the search, what sends the entries of fair mode, and what watches for a newer version
 * of the application.
 */
export const LateParts = () => {
  useUpdates()
  return (
    <>
      <SearchLayer />
      <FairWatch />
    </>
  )
}
