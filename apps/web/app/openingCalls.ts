import { features } from './features.ts'
import type { Route } from './kit/api/calls.ts'
import { type CallRequest, customFieldsInput, hasCustomFields, openingCalls } from './kit/api/listCalls.ts'
import type { MenuEntry } from './kit/feature.ts'

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

const wholeMenu = features.flatMap(({ menu = [] }) => menu)

/** The menu entries whose list is at an address. */
const listEntriesAt = (address: URL, menu: readonly MenuEntry[]) => {
  const paths = [pathAfterArea(address), address.pathname]
  return menu.filter((entry) => entry.list && paths.includes(entry.path))
}

/**
 * The calls that the page at an address of a signed-in area makes first: the account, and the calls of its list or record. Those of a list only if
 * the menu has it: for a user's menu, if the user may open it.
 */
export const firstCalls = (address: URL, menu: readonly MenuEntry[] = wholeMenu): CallRequest[] => {
  const list = listEntriesAt(address, menu)[0]?.list
  return [['GET /api/auth/account', {}], ...(list ? openingCalls(list, address.search) : recordCalls(address))]
}

/** Who may open the list at an address: the roles of each rule, with the permissions that it requires. Undefined if there is none. */
export const readersAt = (address: URL) => {
  const entries = listEntriesAt(address, wholeMenu)
  return entries.length > 0 ? entries.flatMap(({ rules }) => rules.map(([roles, , ...keys]) => ({ roles, keys }))) : undefined
}
