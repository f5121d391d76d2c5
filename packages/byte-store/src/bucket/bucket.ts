import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { ASIDE, asHash, asRange, asTenant, type Files } from '../files.ts'
import type { BucketPlace } from '../place.ts'
import { type Client, openClient } from './client.ts'
import { keyAside, openPieces } from './pieces.ts'
import type { Sizes } from './write.ts'

const keyOf = (tenantId: string, hash: string) => `${asTenant(tenantId)}/${asHash(hash).slice(0, 2)}/${hash}`
const prefixAside = (tenantId: string) => `aside/${asTenant(tenantId)}.`

/** Files as `<tenant>/<first two digits>/<hash>` in a bucket. They are written aside and copied: they appear at once and whole. */
export const openBucket = (place: BucketPlace, sizes?: Sizes): Files => {
  const client = openClient(place, sizes)
  const { arrive, bytesOf, drop } = openPieces(client)
  return {
    ...keeping(client, bytesOf),
    arrive,
    drop,
    read: async (tenantId, hash, range) => client.get(keyOf(tenantId, hash), asRange(range)),
    remove: async (tenantId, hash) => void (await client.remove(keyOf(tenantId, hash))),
    async *kept(tenantId) {
      for await (const { key, since } of client.list(`${asTenant(tenantId)}/`)) yield { hash: key.slice(-64), since }
    },
    clear: async (tenantId, named) => {
      const [prefix, before] = [prefixAside(tenantId), new Date(Date.now() - ASIDE)]
      await client.abort(prefix, before)
      for await (const { key, since } of client.list(prefix))
        if (since < before && !named.has(key.slice(prefix.length))) await client.remove(key)
    },
    isReachable: () =>
      client.put('aside/reachable', Buffer.from('reachable')).then(
        () => true,
        () => false,
      ),
  }
}

/** What makes bytes appear under their hash, and what removes all of a tenant. */
const keeping = (
  client: Client,
  bytesOf: ReturnType<typeof openPieces>['bytesOf'],
): Pick<Files, 'keep' | 'unite' | 'removeAll'> => {
  const { write, removeAll } = writing(client)
  return {
    keep: async (tenantId, source) => {
      const bytes = source instanceof Readable ? source : createReadStream(source.path)
      const { hash, size, show, remove } = await write(asTenant(tenantId), bytes)
      try {
        await show()
      } finally {
        await remove()
      }
      return { hash, size }
    },
    unite: async (tenantId, pieces) => {
      const bytes = Readable.from(bytesOf(tenantId, pieces), { highWaterMark: 4 })
      const { hash, size, show, remove } = await write(tenantId, bytes)
      const showIt = async () => {
        await show()
        await remove()
      }
      return { hash, size, show: showIt, drop: remove }
    },
    removeAll,
  }
}

const writing = (client: Client) => {
  /** How often all of a tenant was removed: what began before does not appear after it. */
  const removals = new Map<string, number>()
  return {
    /** Writes bytes aside, and says how they are shown and removed from there. */
    write: async (tenantId: string, source: Readable) => {
      const key = keyAside(tenantId, randomUUID())
      const begun = removals.get(tenantId)
      const { hash, size } = await client.write(key, source)
      const show = async () => {
        if (removals.get(tenantId) !== begun) throw new Error('All of the tenant was removed')
        if (!(await client.has(keyOf(tenantId, hash)))) await client.copy(key, keyOf(tenantId, hash), size)
      }
      return { hash, size, show, remove: async () => void (await client.remove(key)) }
    },
    removeAll: async (tenantId: string) => {
      const prefixes = [prefixAside(tenantId), `${tenantId}/`]
      removals.set(tenantId, (removals.get(tenantId) ?? 0) + 1)
      for (const prefix of prefixes) {
        await client.abort(prefix, new Date())
        for await (const { key } of client.list(prefix)) await client.remove(key)
      }
    },
  }
}
