import { vi } from 'vitest'
import type { TestApp } from './app.ts'

/** The number of reads and writes of a call in its transactions. */
export const statementsOf = async ({ appContext: { db } }: TestApp, call: () => Promise<unknown>) => {
  let many = 0
  const { write } = db
  const counting = vi.spyOn(db, 'write').mockImplementation((scope, work) =>
    write(scope, async (tx) => {
      const spies = (['select', 'execute', 'update', 'insert'] as const).map((kind) => vi.spyOn(tx, kind))
      const done = await work(tx)
      many += spies.reduce((sum, { mock }) => sum + mock.calls.length, 0)
      return done
    }),
  )
  await call().finally(() => counting.mockRestore())
  return many
}
