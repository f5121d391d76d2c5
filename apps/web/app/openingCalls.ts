import { features } from './features.ts'
import type { Route } from './kit/api/calls.ts'
import { type CallRequest, customFieldsInput, hasCustomFields, openingCalls } from './kit/api/listCalls.ts'

/** The part of the path after its area. */
const pathAfterArea = ({ pathname }: URL) => pathname.replace(/^\/\w+\/|\/$/g, '')

/** The record whose page is at an address. */
export const recordAt = (address: URL) => {
  const tail = pathAfterArea(address)
  const [, kind = '', uniqueId = ''] = /^(\w+)\/show\/([\w-]+)$/.exec(tail) ?? []
  const showPath = features
    .flatMap(({ kinds = [] }) => kinds)
    .find((one) => one.kind === kind)
    ?.show(uniqueId)
  return showPath === tail || showPath === address.pathname ? { kind, uniqueId } : undefined
}

const recordCalls = (address: URL): CallRequest[] => {
  const { kind, uniqueId } = recordAt(address) ?? {}
  if (!kind) return []
  const record: CallRequest = [`GET /api/${kind}/:uniqueId` as Route, { uniqueId }]
  return hasCustomFields(kind) ? [record, ['GET /api/customField/', customFieldsInput(kind as never)]] : [record]
}

/** The calls that the page at an address of a signed-in area makes first: the account, and the calls of its list or record. */
export const firstCalls = (address: URL): CallRequest[] => {
  const paths = [pathAfterArea(address), address.pathname]
  const list = features.flatMap(({ menu = [] }) => menu).find((entry) => entry.list && paths.includes(entry.path))?.list
  return [['GET /api/auth/account', {}], ...(list ? openingCalls(list, address.search) : recordCalls(address))]
}
