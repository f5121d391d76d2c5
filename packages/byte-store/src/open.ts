import type { Files } from './files.ts'
import { openFolder } from './folder.ts'
import type { Place } from './place.ts'

/** The store at a place. What speaks S3 is loaded where it is asked for. */
export const openFiles = async (place: Place): Promise<Files> =>
  'folder' in place ? openFolder(place.folder) : (await import('./bucket.ts')).openBucket(place)
