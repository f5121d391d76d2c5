import type { Endpoint } from '@tradewind/contract/kit/endpoint'
import type { RequestContext, Handlers } from './context.ts'
import { routes } from './routes.ts'

type Handle = (input: never, context: never) => Promise<unknown>
type AnyHandler = Handle | { apart: Handle } | { within: Handle }

/** Routes that `admit` may refuse before any of them is handled. */
export const guardedRoutes = <A extends Record<string, Endpoint>>(
  api: A,
  admit: (asking: RequestContext) => Promise<void>,
  handlers: Handlers<A>,
) => {
  const guarded =
    (handle: Handle): Handle =>
    async (input, context) => {
      await admit(context)
      return handle(input, context)
    }
  const guard = (handler: AnyHandler) => {
    if ('apart' in handler) return { ...handler, apart: guarded(handler.apart) }
    return 'within' in handler ? { ...handler, within: guarded(handler.within) } : guarded(handler)
  }
  const all = Object.entries(handlers as unknown as Record<string, AnyHandler>).map(([name, handler]) => [name, guard(handler)])
  return routes(api, Object.fromEntries(all) as unknown as Handlers<A>)
}
