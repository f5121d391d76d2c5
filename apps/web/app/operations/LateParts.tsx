import { FairWatch } from './fair/FairWatch.tsx'
import { SearchLayer } from './SearchLayer.tsx'

/** What every signed-in page loads once it has mounted: what opens the search, and what sends the entries of fair mode. */
export const LateParts = () => (
  <>
    <SearchLayer />
    <FairWatch />
  </>
)
