import type { Files } from './files.ts'
import { openFolder } from './folder.ts'
import type { Location } from './location.ts'

/** Opens the store at a place. The S3 client is loaded only if needed. */
export const openFiles = async (place: Location): Promise<Files> =>
  'folder' in place ? openFolder(place.folder) : (await import('./bucket.ts')).openBucket(place)
