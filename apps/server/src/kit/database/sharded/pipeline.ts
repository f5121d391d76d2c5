import type { PoolClient, QueryConfig, QueryResult } from 'pg'
import { corked } from '../pipeline.ts'
import { assertRead, bySetLocal, type Sent, type Transport } from '../scoped.ts'

/** Nothing is kept by its name: a plan holds the tenant for whom it was made (docs/decisions/046). */
const ask = (client: PoolClient, { name: _kept, ...config }: QueryConfig, values?: unknown[]): Promise<QueryResult> =>
  client.query(config, values)

/** The BEGIN of a transaction is answered when its scope is. */
const begin = async (client: PoolClient, { config, values, scope }: Required<Pick<Sent, 'scope'>> & Sent) => {
  const said = bySetLocal(scope)
  const [begun] = await Promise.all([ask(client, config, values), ...said.map((one) => client.query(one))])
  return begun
}

/** In a cluster the scope goes by SET LOCAL, which its workers hear in a transaction alone: BEGIN, scope, query and COMMIT leave as one, and are one round trip. */
export const shardedPipeline: Transport = {
  enters: bySetLocal,
  prepare: async () => {},
  once: async (client, scope, config, values) => {
    const said = bySetLocal(scope)
    const sent = corked(client, () => [
      ...[{ text: 'begin' }, ...said].map((one) => client.query(one)),
      ask(client, config, values),
      client.query('commit'), // after a refusal it undoes
    ])
    const answers = await Promise.allSettled(sent)
    const refused = answers.find(({ status }) => status === 'rejected')
    if (refused) throw (refused as PromiseRejectedResult).reason
    const { value } = answers.at(-2) as PromiseFulfilledResult<QueryResult>
    assertRead(value)
    return value
  },
  together: (client, statements) =>
    corked(client, () =>
      statements.map(({ scope, config, values }) =>
        scope ? begin(client, { scope, config, values }) : ask(client, config, values),
      ),
    ),
}
