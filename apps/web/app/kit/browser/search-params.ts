import { useSearchParams } from 'react-router'

/** What a list's address says: its page from 1, its order, its filters. */
interface ListAddress<F extends string = string> {
  page: number
  sort: string
  filters: Record<F, string>
}

interface Defaults<F extends string> {
  filters: readonly F[]
  sort: string
  /** What the address calls the page, where it holds another list, too. */
  pageName?: string
}

/** The server counts no further; such a page leads to the last one. */
const mostPages = 1_000_000

/** Reads the address; what it leaves out or spells wrong is the default. */
export const readAddress = <F extends string>(
  params: URLSearchParams,
  { filters, sort, pageName = 'page' }: Defaults<F>,
): ListAddress<F> => {
  const page = Number(params.get(pageName))
  return {
    page: Number.isInteger(page) && page > 0 ? Math.min(page, mostPages) : 1,
    sort: params.get('sort') ?? sort,
    filters: Object.fromEntries(filters.map((filter) => [filter, params.get(filter) ?? ''])) as Record<F, string>,
  }
}

/** The address after a change. Another order or filter starts at the first page; what is the default is left out. */
export const writeAddress = <F extends string>(
  params: URLSearchParams,
  change: Partial<ListAddress<F>>,
  defaults: Defaults<F>,
) => {
  const { page = 1, sort, filters } = change
  const next = new URLSearchParams(params)
  const put = (name: string, value: string, standard: string) => (value === standard ? next.delete(name) : next.set(name, value))
  put(defaults.pageName ?? 'page', String(page), '1')
  // A view is in the address: without an order beside it, it would be the view as it was saved.
  if (sort !== undefined) put('sort', sort, next.has('view') ? '' : defaults.sort)
  for (const [filter, value] of Object.entries<string>(filters ?? {})) put(filter, value.trim(), '')
  return next
}

const none = <F extends string>(filters: readonly F[]) =>
  Object.fromEntries(filters.map((filter) => [filter, ''])) as Record<F, string>

/** What the address says at this moment: what is drawn may be a step behind. */
const standing = () => new URLSearchParams(location.search)

/** A list's page, order and filters, which live in the address: Back, a reload and a shared link show the same. */
export const useListAddress = <F extends string>(defaults: Defaults<F>) => {
  const [params, setParams] = useSearchParams()
  return {
    ...readAddress(params, defaults),
    /** `replace`: Back does not lead to what stood there before. */
    change: (change: Partial<ListAddress<F>>, { replace = false }: { replace?: boolean } = {}) =>
      setParams(writeAddress(standing(), change, defaults), { preventScrollReset: true, replace }),
    /** Takes out every filter. */
    clear: () => setParams(writeAddress(standing(), { filters: none(defaults.filters) }, defaults), { preventScrollReset: true }),
    addressAfter: (change: Partial<ListAddress<F>>) => `?${writeAddress(params, change, defaults)}`,
  }
}

/** One word of the address, such as the open tab. Setting it to the empty text takes it out. */
export const useParam = (name: string) => {
  const [params, setParams] = useSearchParams()
  const set = (value: string) => {
    const next = standing()
    if (value) next.set(name, value)
    else next.delete(name)
    setParams(next, { preventScrollReset: true })
  }
  return [params.get(name) ?? '', set] as const
}
