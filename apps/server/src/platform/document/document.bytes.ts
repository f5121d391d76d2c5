import type { Files } from '@tradewind/byte-store/files'
import type { Database } from '#kit/database/database'
import { worker } from '#kit/jobs'
import { bytesJob, endBytes } from './document.queries.ts'

/** Removes bytes that a document had which is gone, where no other has the same. */
export const bytesWorker = (needs: { db: Database; files: Files }) =>
  worker(bytesJob, ({ tenantId, hash }) => endBytes(needs, tenantId, hash))
