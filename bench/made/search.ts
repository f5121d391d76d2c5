import type pg from 'pg'

/** Does what writes many rows while no search index has to follow; they are built afterwards, all at once. */
export const withoutSearch = async (owner: pg.Client, work: () => Promise<unknown>) => {
  const { rows } = await owner.query<{ name: string; made: string }>(
    `select indexname as name, indexdef as made from pg_indexes where schemaname = 'public' and indexdef like '% USING gin %'`,
  )
  for (const { name } of rows) await owner.query(`drop index ${name}`)
  await work()
  await owner.query(`set maintenance_work_mem = '1GB'`)
  for (const { made } of rows) await owner.query(made)
}
