import { vi } from 'vitest'
import type { Answer, Input, Route } from '#kit/api/calls'
import { Failure } from '#kit/api/failure'

/** The server's response to each call, by the types of the contract. */
type Handlers = { [R in Route]?: (input: Input<R>) => Answer<R> | Promise<Answer<R>> }

interface RecordedCall {
  route: Route
  input: unknown
  key: string | null
}

/** Mocks the server's responses to these calls until the test ends. Returns the recorded calls; query parameters are recorded as text. */
export const mockCalls = (handlers: Handlers) => {
  const recordedCalls: RecordedCall[] = []
  const answer = async (target: string, { method = 'GET', body, headers }: RequestInit = {}) => {
    const { pathname, searchParams } = new URL(target, 'http://localhost')
    const found = matchRoute(Object.keys(handlers) as Route[], method, pathname)
    if (!found) return toErrorResponse(new Failure(501, `This test has no answer to ${method} ${pathname}`))
    const [route, named] = found
    const sent = typeof body === 'string' ? (JSON.parse(body) as object) : Object.fromEntries(searchParams)
    const input = { ...named, ...sent }
    recordedCalls.push({ route, input, key: new Headers(headers).get('Idempotency-Key') })
    const answered = (async () => handlers[route]!(input as never))()
    return answered.then(toResponse, toErrorResponse)
  }
  vi.stubGlobal('fetch', async (...request: Parameters<typeof answer>) => {
    // A response never arrives within the event that requests it.
    await new Promise((resolve) => setTimeout(resolve))
    return answer(...request)
  })
  const callsOf = (route: Route) => recordedCalls.filter((call) => call.route === route)
  return {
    /** The inputs of the calls of this route, in order. */
    inputsOf: <R extends Route>(route: R) => callsOf(route).map(({ input }) => input as Input<R>),
    /** The idempotency keys of the calls: the same key is the same submit. */
    keys: (route: Route) => callsOf(route).map(({ key }) => key),
  }
}

/** Rejects a call; with status 0 it fails as without a connection. */
export const throwFailure = (failure: Failure): never => {
  throw failure
}

/** A list of exactly these rows, as the server returns it; `total` where there are more of them. */
export const listAnswer = <T>(rows: T[], total = rows.length) => ({ rows, total, estimated: false })

const matchRoute = (routes: readonly Route[], method: string, path: string) => {
  for (const route of routes) {
    const [of, pattern = ''] = route.split(' ')
    const match = new RegExp(`^${pattern.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')}$`).exec(path)
    if (of === method && match) return [route, { ...match.groups }] as const
  }
  return undefined
}

const isList = (answer: unknown): answer is { rows: unknown[]; total: number; estimated: boolean; counting?: boolean } =>
  typeof answer === 'object' && answer !== null && 'rows' in answer && 'estimated' in answer

const toResponse = (answer: unknown) =>
  isList(answer)
    ? Response.json(answer.rows, {
        headers: answer.counting
          ? { 'X-Total-Estimated': 'true' }
          : { 'X-Total-Count': String(answer.total), 'X-Total-Estimated': String(answer.estimated) },
      })
    : Response.json({ responseStatus: 'SUCCESS', message: 'Done', data: answer })

const toErrorResponse = (thrown: unknown) => {
  const refusal = thrown instanceof Failure ? thrown : new Failure(500, `The answer of this test failed: ${String(thrown)}`)
  const { status, message, data } = refusal
  if (status === 0) throw new TypeError(message)
  return Response.json({ responseStatus: 'ERROR', message, data }, { status })
}
