import type { PageServices } from '@tradewind/contract/kit/page'
import { createContext, data, type RouterContextProvider } from 'react-router'
import { requestOf } from '#kit/api/call'
import type { Answer, Input, ListRoute, Route, RowOf } from '#kit/api/calls'

/** What the server lends to loaders while it draws a page. */
export const services = createContext<PageServices>()
/** Where a loader tells what failed. */
export const failed = createContext<(error: unknown) => void>()

type Context = Readonly<RouterContextProvider>
type Read = Extract<Route, `GET ${string}`>
type Arguments<R extends Route> = Record<string, never> extends Input<R> ? [input?: Input<R>] : [Input<R>]

/** The rows of a list and how many there are in all, or the data of anything else. */
type Asked<R extends Route> = R extends ListRoute ? { data: RowOf<R>[]; total: number } : { data: Answer<R>; total: null }

/**
 * Makes a call for a page, in its `loader`, always as a visitor: `ask(context, 'GET /api/review/partners', { page: 0 })`. Null: there is
 * nothing to be had there. While the server cannot answer, the page says so.
 */
export const fetchApi = async <R extends Read>(
  context: Context,
  route: R,
  ...[input]: Arguments<R>
): Promise<Asked<R> | null> => {
  const { url } = requestOf(route, input ?? {})
  const answered = await context
    .get(services)
    .ask(url)
    .catch((error: unknown) => {
      throw resting(error, context)
    })
  return answered as Asked<R> | null
}

/** Too much at once, or the database is away: it passes. */
const passing: readonly unknown[] = [429, 503]

const resting = (error: unknown, context: Context) => {
  if (!passing.includes((error as { status?: unknown }).status)) return error
  context.get(failed)(error)
  return data(null, { status: 503 })
}

/** For a loader to throw where nothing is at its address. */
export const nothingHere = () => data(null, { status: 404 })
