import type { PoolClient, QueryConfig, QueryResult } from 'pg'
import { type Scope, type Sent, setScope, type Transport } from './scoped.ts'

const enter = (client: PoolClient, { tenantId, partitionId }: Scope) => client.query(setScope, [tenantId, partitionId])

/** What Drizzle and our statements may open a transaction by. */
const opens = new Set(['BEGIN', 'START'])

/** The scope is set by statements of its own: BEGIN, scope, query and COMMIT, four round trips instead of one, by what the driver promises alone. */
export const plain = ({ pooled }: { pooled: boolean }): Transport => {
  const ask = (client: PoolClient, { name, ...config }: QueryConfig, values?: unknown[]): Promise<QueryResult> =>
    client.query(name !== undefined && !pooled ? { ...config, name } : config, values)

  return {
    prepare: async () => {},
    once: async (client, scope, config, values) => {
      await client.query('begin')
      try {
        await enter(client, scope)
        const result = await ask(client, config, values)
        if (opens.has(result.command)) throw new Error('A transaction needs db.write')
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
