import type { PageServices } from '@tradewind/contract/kit/page'
import { createContext, data, type RouterContextProvider } from 'react-router'
import { requestOf } from '#kit/api/call'
import type { Answer, Input, ListRoute, Route, RowOf } from '#kit/api/calls'

/** The services that the server provides to loaders while it renders a page. */
export const pageServicesContext = createContext<PageServices>()
/** The function to which a loader reports errors. */
export const errorReporterContext = createContext<(error: unknown) => void>()

type Context = Readonly<RouterContextProvider>
type Read = Extract<Route, `GET ${string}`>
type Arguments<R extends Route> = Record<string, never> extends Input<R> ? [input?: Input<R>] : [Input<R>]

/** The rows of a list and its total, or the data of anything else. */
type ApiData<R extends Route> = R extends ListRoute ? { data: RowOf<R>[]; total: number } : { data: Answer<R>; total: null }

/**
 * Makes a call in the `loader` of a page, always as a visitor: `fetchApi(context, 'GET /api/review/partners', { page: 0 })`. Returns null if
 * nothing was found. While the server cannot answer, the page responds with 503.
 */
export const fetchApi = async <R extends Read>(
  context: Context,
  route: R,
  ...[input]: Arguments<R>
): Promise<ApiData<R> | null> => {
  const { url } = requestOf(route, input ?? {})
  const reply = await context
    .get(pageServicesContext)
    .callApi(url)
    .catch((error: unknown) => {
      throw toUnavailable(error, context)
    })
  return reply as ApiData<R> | null
}

/** Temporary errors: too many requests, or the database is unavailable. */
const transientStatuses: readonly unknown[] = [429, 503]

const toUnavailable = (error: unknown, context: Context) => {
  if (!transientStatuses.includes((error as { status?: unknown }).status)) return error
  context.get(errorReporterContext)(error)
  return data(null, { status: 503 })
}

/** A loader throws this if nothing exists at its address. */
export const notFoundResponse = () => data(null, { status: 404 })
