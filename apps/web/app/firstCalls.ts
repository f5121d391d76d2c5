import { features } from './features.ts'
import { type Asking, customFieldsAsked, hasCustomFields, openingCalls } from './kit/api/asked.ts'
import type { Route } from './kit/api/calls.ts'

/** The tail of an address after its area. */
const tailOf = ({ pathname }: URL) => pathname.replace(/^\/\w+\/|\/$/g, '')

/** The record whose page an address opens. */
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

/** What the page at an address of a signed-in area asks first: who is signed in, and what its list opens with, or its record. */
export const firstCalls = (address: URL): Asking[] => {
  const places = [tailOf(address), address.pathname]
  const list = features.flatMap(({ menu = [] }) => menu).find((entry) => entry.list && places.includes(entry.path))?.list
  return [['GET /api/auth/account', {}], ...(list ? openingCalls(list, address.search) : recordCalls(address))]
}
