import type { SQLWrapper } from 'drizzle-orm'
import type { QueryConfig } from 'pg'
import type { Asks, Database } from '../database.ts'
import { isAway, type Scope } from '../scoped.ts'
import type { Replica } from './replica.ts'

/** A replica gave up what it was asked (a conflict with what it replays), or was asked what only the primary can do. */
const isRefusedThere = (error: unknown): boolean => {
  const { code, cause } = (error ?? {}) as { code?: string; cause?: unknown }
  return code === '40001' || code === '25006' || code === '55000' || (cause !== undefined && isRefusedThere(cause))
}
const isOthers = (error: unknown) => isAway(error) || isRefusedThere(error)

/** Asks a replica, and the primary where the replica can't. */
export const falling = (replica: Replica, db: Database) => {
  const noteLoss = (error: unknown) => {
    if (!isRefusedThere(error)) replica.lost((error as Error).message)
  }
  const asks = (scope: Scope): Asks => {
    const [there, here] = [replica.database.asks(scope), db.asks(scope)]
    return {
      query: async (config: QueryConfig, values?: unknown[]) => {
        try {
          return await there.query(config, values)
        } catch (error) {
          if (!isOthers(error)) throw error
          noteLoss(error)
          return here.query(config, values)
        }
      },
    }
  }
  /** Rows come from where the first of them came: a stream that has begun ends with its server. */
  const stream = <Row>(scope: Scope, query: SQLWrapper, reader: string): AsyncGenerator<Row[]> => {
    const rows = replica.database.stream<Row>(scope, query, reader)
    const rest = async function* (): AsyncGenerator<Row[]> {
      let hasBegun = false
      try {
        for await (const some of rows) {
          hasBegun = true
          yield some
        }
      } catch (error) {
        if (hasBegun || !isOthers(error)) throw error
        noteLoss(error)
        yield* db.stream<Row>(scope, query, reader)
      }
    }
    return rest()
  }
  return { asks, stream }
}
