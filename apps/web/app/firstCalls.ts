import { features } from './features.ts'
import { type Asking, customFieldsAsked, hasCustomFields, openingCalls } from './kit/api/asked.ts'
import type { Route } from './kit/api/calls.ts'

/** The part of the path after its area. */
const tailOf = ({ pathname }: URL) => pathname.replace(/^\/\w+\/|\/$/g, '')

/** The record whose page is at an address. */
export const recordAt = (address: URL) => {
  const tail = tailOf(address)
  const [, kind = '', uniqueId = ''] = /^(\w+)\/show\/([\w-]+)$/.exec(tail) ?? []
  const shown = features
    .flatMap(({ kinds = [] }) => kinds)
    .find((one) => one.kind === kind)
    ?.show(uniqueId)
  return shown === tail || shown === address.pathname ? { kind, uniqueId } : undefined
}

const recordCalls = (address: URL): Asking[] => {
  const { kind, uniqueId } = recordAt(address) ?? {}
  if (!kind) return []
  const record: Asking = [`GET /api/${kind}/:uniqueId` as Route, { uniqueId }]
  return hasCustomFields(kind) ? [record, ['GET /api/customField/', customFieldsAsked(kind as never)]] : [record]
}

/** The calls that the page at an address of a signed-in area makes first: the account, and the calls of its list or record. */
export const firstCalls = (address: URL): Asking[] => {
  const places = [tailOf(address), address.pathname]
  const list = features.flatMap(({ menu = [] }) => menu).find((entry) => entry.list && places.includes(entry.path))?.list
  return [['GET /api/auth/account', {}], ...(list ? openingCalls(list, address.search) : recordCalls(address))]
}
