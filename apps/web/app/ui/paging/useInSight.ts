import { useState } from 'react'

/** What belongs to the answer in sight: the latest, or while the answer in sight is the one before, what belonged to that. */
export const useInSight = <T extends number | undefined>(latest: T, stale: boolean): T => {
  const [seen, see] = useState(latest)
  if (!stale && seen !== latest) see(latest)
  return stale ? seen : latest
}
