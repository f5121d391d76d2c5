import type { Answer, Input, Reply, Route } from '#kit/api/calls'
import { Failure, toReplyFailure, toUnreachableFailure } from '#kit/api/failure'
import { dropPrefetched, takePrefetched } from '#kit/api/prefetched'
import { session } from '#kit/session'
import { storeSentenceSources } from '#kit/text'
import { currentZone } from '#kit/zone'

type Arguments<R extends Route> =
  Record<string, never> extends Input<R> ? [input?: Input<R>, options?: Options] : [Input<R>, Options?]
interface Options {
  signal?: AbortSignal
  /** Sent with a call that creates. The server creates once per key, however often the call is sent. */
  idempotencyKey?: string | undefined
  /** Generates its own key, used until the call succeeds or its content changes. Only for a form that is the only user of its route. */
  hasOwnKey?: boolean
  /** The tenant that the super admin acts in, if it is not their own. */
  tenant?: string | undefined
}

/** Makes a call and returns its data, or throws a `Failure`. */
export const call = async <R extends Route>(route: R, ...[input, options]: Arguments<R>): Promise<Answer<R>> =>
  (await request(route, input ?? {}, options)).data

/** Makes a call and returns the whole reply: status, message and data. */
export const request = async <R extends Route>(
  route: R,
  input: object,
  { signal, idempotencyKey, hasOwnKey = false, tenant }: Options = {},
): Promise<Reply<R>> => {
  const { method, url, body } = requestOf(route, input)
  const key = hasOwnKey ? ownKeys.keyOf([route, input]) : idempotencyKey
  const headers = { ...headersOf(body, key), ...(tenant && { 'x-tenant': tenant }) }
  const prefetchedAnswer = method === 'GET' ? takePrefetched(url, headers) : dropPrefetched()
  const answer = prefetchedAnswer ?? fetch(url, { method, headers, body: body ?? null, signal: signal ?? null })
  const reply = await answer
    .then((response) => replyOf(route, response, headers))
    .catch((error: unknown) => {
      // Anything but a refusal: no reply has arrived, or only a part of it.
      throw signal?.aborted || error instanceof Failure ? error : toUnreachableFailure()
    })
  if (hasOwnKey) ownKeys.drop([route, input])
  return reply
}

/** The URL and body of a call: path fields go into the path, the rest into the query of a read or the body of a write. */
export const requestOf = (route: Route, input: object) => {
  const [method = 'GET', path = ''] = route.split(' ')
  const fields = new Map(Object.entries(input).filter(([, value]) => value !== undefined))
  const url = path.replace(/:(\w+)/g, (_, name: string) => {
    const value = String(fields.get(name))
    fields.delete(name)
    return encodeURIComponent(value)
  })
  if (method === 'GET' || (method === 'DELETE' && fields.size === 0)) return { method, url: url + queryOf(fields) }
  return { method, url, body: bodyOf(fields) }
}

/** A list is sent as its field, repeated. */
const queryOf = (fields: Map<string, unknown>) => {
  const pairs = [...fields].flatMap(([name, value]) => [value].flat().map((one) => [name, String(one)]))
  const query = new URLSearchParams(pairs).toString()
  return query && `?${query}`
}

const bodyOf = (fields: Map<string, unknown>) => {
  if (![...fields.values()].some((value) => value instanceof Blob)) return JSON.stringify(Object.fromEntries(fields))
  const form = new FormData()
  for (const [name, value] of fields) for (const part of formPartsOf(value)) form.append(name, part)
  return form
}

/** A list is sent as its field, repeated; an empty list and null are sent as an empty field. */
const formPartsOf = (value: unknown): (string | Blob)[] => {
  if (value instanceof Blob || typeof value === 'string') return [value]
  if (Array.isArray(value) && value.length > 0) return value.flatMap(formPartsOf)
  return [value === null || Array.isArray(value) ? '' : JSON.stringify(value)]
}

type SentHeaders = Readonly<Record<string, string>>

export const headersOf = (body?: string | FormData, idempotencyKey?: string): Record<string, string> => ({
  ...session.headers(),
  'X-Time-Zone': currentZone(),
  ...(typeof body === 'string' && { 'Content-Type': 'application/json' }),
  ...(idempotencyKey && { 'Idempotency-Key': idempotencyKey }),
})

const replyOf = async <R extends Route>(route: R, response: Response, headers: SentHeaders): Promise<Reply<R>> => {
  const isJson = response.headers.get('content-type')?.includes('json') ?? false
  if (!response.ok) throw toFailure(route, response.status, isJson ? await response.json().catch(() => null) : null, headers)
  if (!isJson) return { responseStatus: 'SUCCESS', message: '', data: (await fileOf(response)) as Answer<R> }
  const body: unknown = await response.json()
  storeSentenceSources(body)
  return Array.isArray(body) ? listOf(body, response.headers) : (body as Reply<R>)
}

const listOf = <R extends Route>(rows: unknown[], headers: Headers): Reply<R> => {
  const total = Number(headers.get('X-Total-Count') ?? rows.length)
  const estimated = headers.get('X-Total-Estimated') === 'true'
  return { responseStatus: 'SUCCESS', message: '', data: { rows, total, estimated } as unknown as Answer<R> }
}

const fileOf = async (response: Response) =>
  new File([await response.blob()], fileName(response.headers.get('content-disposition') ?? ''))

/** The file name of a download; `download` if there is none. */
export const fileName = (disposition: string) => {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1]
  return encoded ? decodeURIComponent(encoded) : (/filename="?([^";]+)/i.exec(disposition)?.[1] ?? 'download')
}

/** A 401 ends the session that the call was made in here too, except for a failed login, where nobody was signed in. */
export const toFailure = (route: Route, status: number, body: unknown, headers: SentHeaders) => {
  if (status === 401 && route !== 'POST /api/auth/login') session.expire(headers)
  return toReplyFailure(status, body)
}

/** The input as text, to compare it with another; a file by its name, size and date. */
export const inputText = (input: unknown) =>
  JSON.stringify(input, (_, value: unknown) => (value instanceof File ? [value.name, value.size, value.lastModified] : value))

/** One idempotency key for each submit until it has succeeded, however often it is retried: changed content makes it another submit. */
export const createIdempotencyKeys = (random = () => crypto.getRandomValues(new Uint32Array(4)).join('-')) => {
  const keys = new Map<string, string>()
  return {
    keyOf: (input: unknown) => {
      const body = inputText(input)
      const key = keys.get(body) ?? random()
      keys.set(body, key)
      return key
    },
    drop: (input: unknown) => keys.delete(inputText(input)),
  }
}

const ownKeys = createIdempotencyKeys()
