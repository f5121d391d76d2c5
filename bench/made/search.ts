import type pg from 'pg'

/** Runs work that writes many rows without search indexes; they are built afterwards, in one go. */
export const withoutSearch = async (owner: pg.Client, work: () => Promise<unknown>) => {
  const { rows } = await owner.query<{ name: string; made: string }>(
    `select indexname as name, indexdef as made from pg_indexes where schemaname = 'public' and indexdef like '% USING gin %'`,
  )
  for (const { name } of rows) await owner.query(`drop index ${name}`)
  await work()
  await owner.query(`set maintenance_work_mem = '1GB'`)
  for (const { made } of rows) await owner.query(made)
}
