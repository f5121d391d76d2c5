import { useSearchParams } from 'react-router'

/** The state of a list in its address: page (from 1), order and filters. */
interface ListAddress<F extends string = string> {
  page: number
  sort: string
  filters: Record<F, string>
}

interface Defaults<F extends string> {
  filters: readonly F[]
  sort: string
  /** The parameter of the page, if the address holds another list, too. That of its order is `…Sort`. */
  pageName?: string | undefined
}

/** The server supports no higher page number; such a page leads to the last one. */
const MAX_PAGE = 1_000_000

const sortNameOf = ({ pageName }: { pageName?: string | undefined }) => (pageName ? `${pageName}Sort` : 'sort')

/** Reads the address; missing or invalid values become the defaults. */
export const readAddress = <F extends string>(params: URLSearchParams, defaults: Defaults<F>): ListAddress<F> => {
  const { filters, sort, pageName = 'page' } = defaults
  const page = Number(params.get(pageName))
  return {
    page: Number.isInteger(page) && page > 0 ? Math.min(page, MAX_PAGE) : 1,
    sort: params.get(sortNameOf(defaults)) ?? sort,
    filters: Object.fromEntries(filters.map((filter) => [filter, params.get(filter) ?? ''])) as Record<F, string>,
  }
}

/** The address after a change. Another order or filter starts at the first page; defaults are left out. */
export const writeAddress = <F extends string>(
  params: URLSearchParams,
  change: Partial<ListAddress<F>>,
  defaults: Defaults<F>,
) => {
  const { page = 1, sort, filters } = change
  const next = new URLSearchParams(params)
  const setOrDelete = (name: string, value: string, standard: string) =>
    value === standard ? next.delete(name) : next.set(name, value)
  setOrDelete(defaults.pageName ?? 'page', String(page), '1')
  // If a view is in the address, the order must be there too; otherwise the view would use its saved order.
  if (sort !== undefined) setOrDelete(sortNameOf(defaults), sort, next.has('view') ? '' : defaults.sort)
  for (const [filter, value] of Object.entries<string>(filters ?? {})) setOrDelete(filter, value.trim(), '')
  return next
}

const emptyFilters = <F extends string>(filters: readonly F[]) =>
  Object.fromEntries(filters.map((filter) => [filter, ''])) as Record<F, string>

/** The parameters of the current address: the rendered ones may be outdated. */
const currentParams = () => new URLSearchParams(location.search)

/** A list's page, order and filters, which are stored in the address: Back, a reload and a shared link show the same. */
export const useListAddress = <F extends string>(defaults: Defaults<F>) => {
  const [params, setParams] = useSearchParams()
  return {
    ...readAddress(params, defaults),
    /** With `replace`, Back does not lead to the previous state. */
    change: (change: Partial<ListAddress<F>>, { replace = false }: { replace?: boolean } = {}) =>
      setParams(writeAddress(currentParams(), change, defaults), { preventScrollReset: true, replace }),
    /** Removes all filters. */
    clear: () =>
      setParams(writeAddress(currentParams(), { filters: emptyFilters(defaults.filters) }, defaults), {
        preventScrollReset: true,
      }),
    addressAfter: (change: Partial<ListAddress<F>>) => `?${writeAddress(params, change, defaults)}`,
  }
}

/** One parameter of the address, such as the open tab. Setting it to the empty text removes it. */
export const useParam = (name: string) => {
  const [params, setParams] = useSearchParams()
  const set = (value: string) => {
    const next = currentParams()
    if (value) next.set(name, value)
    else next.delete(name)
    setParams(next, { preventScrollReset: true })
  }
  return [params.get(name) ?? '', set] as const
}

/** The query with which each screen was last shown, by path, since the page was loaded. */
const queries: Record<string, string> = {}

/** Remembers the query of a screen: a list is left with its filters, order and page. */
export const rememberQuery = (path: string, query: string) => (queries[path] = query)

/** The address of a screen as it was left. */
export const asLeft = (path: string) => path + (queries[path] ?? '')
