import { join } from 'node:path'
import { expect, test } from 'vitest'
import { freshDatabase } from '../../../test/database.ts'
import { roles } from '../../../test/roles.ts'
import { migrate } from './migrate.ts'

test('ids of one statement sort as they were made, also where they are not those of PostgreSQL 18', async () => {
  const database = await freshDatabase('template0')
  try {
    await database.asOwner(`create function public.uuidv7() returns uuid language sql as 'select gen_random_uuid()'`)
    await migrate(database.owner, { folder: join(import.meta.dirname, '../../../migrations'), roles })
    const made = async (by: string, count: number) =>
      (await database.asOwner<{ id: string }>(`select ${by}()::text as id from generate_series(1, ${count})`)).map(({ id }) => id)
    const before = await made('pg_catalog.uuidv7', 1)
    const ids = await made('public.uuidv7', 2000)
    const after = await made('pg_catalog.uuidv7', 1)
    expect([...before, ...ids, ...after]).toEqual([...before, ...ids, ...after].toSorted())
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.filter((id) => !/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id))).toEqual([])
  } finally {
    await database.drop()
  }
})
