import pg from 'pg'
import { roles } from '../roles.ts'

interface QueryConfig {
  text?: string
  name?: string
}
const prototype = pg.Client.prototype as unknown as Record<'query', (this: pg.Client, ...given: unknown[]) => unknown>

/** The roles of requests and of tasks of a whole tenant: those that row-level security applies to. */
const isIsolated = (client: pg.Client) => {
  const { user, connectionParameters } = client as unknown as { user?: string; connectionParameters: { options?: string } }
  return user === roles.app || connectionParameters.options === `-c role=${roles.maintenance}`
}

/** Calls back with every statement of these roles before the driver sends it. Returns a function that ends that. */
export const onStatement = (listener: (text: string) => void) => {
  const original = prototype.query
  prototype.query = function (this: pg.Client, ...given: unknown[]) {
    const [first] = given as [string | (QueryConfig & { queries?: readonly QueryConfig[] })]
    // Statements of a transaction are sent together.
    const sent = typeof first === 'string' ? [{ text: first }] : (first.queries ?? [first])
    for (const { text } of sent) if (text && isIsolated(this)) listener(text)
    return original.apply(this, given)
  }
  return () => void (prototype.query = original)
}
