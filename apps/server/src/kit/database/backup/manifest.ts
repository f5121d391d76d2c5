import { createHmac } from 'node:crypto'
import { json } from 'node:stream/consumers'
import { z } from 'zod'
import type { Target } from './target.ts'

const nameFields = { schema: z.enum(['public', 'pgboss']), name: z.string() }
const Manifest = z.object({
  format: z.literal(1),
  /** The backup contains everything that was acknowledged before this time. */
  at: z.iso.datetime(),
  postgres: z.string(),
  migrations: z.array(z.object({ tag: z.string(), hash: z.string() })),
  /** The version of the job queue's tables. */
  queue: z.number().optional(),
  /** The hash of the SQL that sets up policies and rights. */
  lays: z.string(),
  /** The digest of policies, rights and roles. */
  walls: z.string(),
  /** A fingerprint of APP_SECRET, from which the secret cannot be derived. */
  secret: z.string(),
  tables: z.array(
    z.object({
      ...nameFields,
      columns: z.array(z.string()),
      rows: z.number(),
      digest: z.string(),
      /** The hash of the compressed file. */
      hash: z.string(),
      size: z.number(),
    }),
  ),
  sequences: z.array(z.object({ ...nameFields, value: z.string() })),
  files: z.object({
    count: z.number(),
    /** Files that a document references and that were damaged or missing. */
    missing: z.array(z.object({ tenantId: z.string(), hash: z.string() })),
  }),
})
export type Manifest = z.output<typeof Manifest>

export const manifestKey = (backup: string) => `backups/${backup}/manifest.json`
export const tableKey = (backup: string, { schema, name }: { schema: string; name: string }) =>
  `backups/${backup}/${schema}.${name}.copy.zst`
export const fileKey = (hash: string) => `files/${hash.slice(0, 2)}/${hash}`

export const fingerprintOf = (secret: string) =>
  createHmac('sha256', secret).update('tradewind backup').digest('hex').slice(0, 32)

/** The complete backups, oldest first. */
const backupsOf = async (target: Target) => {
  const found: string[] = []
  for await (const key of target.list('backups/')) {
    const [, backup] = /^backups\/([^/]+)\/manifest\.json$/.exec(key) ?? []
    if (backup) found.push(backup)
  }
  return found.toSorted()
}

/** Returns the newest backup, or the one with this name. */
export const findBackup = async (target: Target, at?: string) => {
  const all = await backupsOf(target)
  if (all.length === 0) throw new Error('There is no whole backup')
  const backup = at ?? all.at(-1)!
  if (!all.includes(backup)) throw new Error(`There is no backup ${backup}. There are: ${all.join(', ')}`)
  const manifest = Manifest.safeParse(await json((await target.read(manifestKey(backup)))!))
  if (!manifest.success)
    throw new Error(`The manifest of the backup ${backup} is damaged, or was made by a newer version of Tradewind`)
  return { backup, manifest: manifest.data }
}
