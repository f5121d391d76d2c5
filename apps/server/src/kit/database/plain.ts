import type { PoolClient, QueryConfig, QueryResult } from 'pg'
import { assertRead, byConfig, bySetLocal, preparing, type Scope, type Sent, type Transport } from './scoped.ts'

/** The scope is set by statements of its own: BEGIN, scope, query and COMMIT, four round trips instead of one, by what the driver promises alone. */
export const plain = ({ pooled, sharded }: { pooled: boolean; sharded: boolean }): Transport => {
  const named = pooled || sharded ? ({ name: _kept, ...config }: QueryConfig) => config : preparing()
  const ask = (client: PoolClient, config: QueryConfig, values?: unknown[]): Promise<QueryResult> =>
    client.query(named(config), values)
  const enters = sharded ? bySetLocal : byConfig
  const enter = async (client: PoolClient, scope: Scope) => {
    for (const said of enters(scope)) await client.query(said)
  }

  return {
    enters,
    prepare: async () => {},
    once: async (client, scope, config, values) => {
      await client.query('begin')
      try {
        await enter(client, scope)
        const result = await ask(client, config, values)
        assertRead(result)
        await client.query('commit')
        return result
      } catch (error) {
        await client.query('rollback').catch(() => {}) // a connection that could not is not given back
        throw error
      }
    },
    together: (client, statements) => {
      const send = async ({ config, values, scope }: Sent) => {
        const result = await ask(client, config, values)
        if (scope) await enter(client, scope)
        return result
      }
      let before: Promise<unknown> = Promise.resolve()
      return statements.map((statement) => {
        const answer = before.then(() => send(statement))
        before = answer.catch(() => {})
        return answer
      })
    },
  }
}
