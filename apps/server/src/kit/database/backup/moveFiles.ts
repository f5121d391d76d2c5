import type { Files } from '@tradewind/byte-store/files'
import pLimit from 'p-limit'
import pg, { type ClientConfig } from 'pg'
import { BACKUP_LOCK, namedFiles } from './copy.ts'

interface Move {
  owner: ClientConfig
  from: Files
  to: Files
}

interface MoveResult {
  /** The number of files that documents reference. */
  count: number
  /** How many were copied now. The others already existed. */
  copied: number
  /** Files whose bytes are lost, or differ from their hash. */
  missing: { tenantId: string; hash: string }[]
}

type Named = Awaited<ReturnType<typeof namedFiles>>[number]

const keyOf = ({ tenantId, hash }: Named) => `${tenantId} ${hash}`

const storedIn = async (files: Files, referenced: readonly Named[]) => {
  const stored = new Set<string>()
  for (const tenantId of new Set(referenced.map((one) => one.tenantId)))
    for await (const { hash } of files.list(tenantId)) stored.add(keyOf({ tenantId, hash }))
  return stored
}

/** Copies one file, and returns whether it is in the target with the bytes of its hash. Damaged bytes may be equal to another file, which stays. */
const copyOne = async ({ from, to }: Move, { tenantId, hash }: Named, isNamed: (one: Named) => boolean) => {
  const source = await from.read(tenantId, hash)
  if (!source) return false
  const stored = await to.store(tenantId, source)
  if (stored.hash === hash) return true
  if (!isNamed({ tenantId, hash: stored.hash })) await to.remove(tenantId, stored.hash)
  return false
}

/**
 * Copies the files of all documents to another store, while the server runs or not. May be run again: existing files are not copied again. Throws
 * where another copy, a backup or a removal of files is running.
 */
export const moveFiles = async (move: Move): Promise<MoveResult> => {
  const client = new pg.Client({ ...move.owner, application_name: 'tradewind files' })
  await client.connect()
  try {
    const { rows } = await client.query<{ free: boolean }>(`select pg_try_advisory_lock(${BACKUP_LOCK}) as free`)
    if (!rows[0]!.free) throw new Error('A backup is being made, or files are being removed just now: try again')
    const referenced = await namedFiles(client)
    const stored = await storedIn(move.to, referenced)
    const missingInTarget = referenced.filter((one) => !stored.has(keyOf(one)))
    const names = new Set(referenced.map(keyOf))
    const limit = pLimit(4)
    const missing: Named[] = []
    const copy = async (one: Named) => {
      if (!(await copyOne(move, one, (other) => names.has(keyOf(other))))) missing.push(one)
    }
    // Wait for all to finish before the lock is released.
    const results = await Promise.allSettled(missingInTarget.map((one) => limit(() => copy(one))))
    const failed = results.find((result) => result.status === 'rejected')
    if (failed) throw failed.reason
    return { count: referenced.length, copied: missingInTarget.length - missing.length, missing }
  } finally {
    await client.end()
  }
}
