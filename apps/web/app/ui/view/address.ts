import { columnWidth, type ListState, plainState } from '@tradewind/contract/kit/view'

/** The view of an address that shows all of a list, where the list opens with another one. */
export const PLAIN = 'all'

/** The filters that a list's address may name, and the order where it names none. */
export interface Standing {
  filters: readonly string[]
  sort: string
}

const listIn = (text: string | null) => (text ? text.split(',').filter(Boolean) : [])

const widthsIn = (text: string | null) =>
  Object.fromEntries(
    listIn(text).flatMap((part) => {
      const [name = '', width] = part.split(':')
      const pixels = Math.round(Number(width))
      return name && pixels >= columnWidth.least && pixels <= columnWidth.most ? [[name, pixels] as const] : []
    }),
  )

/** How the address shows its list; what it leaves out is as the list has it by itself. */
export const readState = (params: URLSearchParams, { filters, sort }: Standing): ListState => {
  const size = Number(params.get('size'))
  return {
    ...plainState(params.get('sort') ?? sort),
    filters: Object.fromEntries(filters.flatMap((name) => (params.get(name) ? [[name, params.get(name)!]] : []))),
    where: params.getAll('where'),
    any: params.getAll('any'),
    q: params.get('q') ?? '',
    columns: listIn(params.get('cols')),
    widths: widthsIn(params.get('widths')),
    ...(Number.isInteger(size) && size > 0 && size <= 500 && { size }),
    density: params.get('rows') === 'roomy' ? 'roomy' : 'line',
  }
}

const written = ({ where, any, q, columns, widths, size, density }: ListState): Record<string, string[]> => ({
  where,
  any,
  q: q.trim() ? [q.trim()] : [],
  cols: columns.length > 0 ? [columns.join(',')] : [],
  widths: [
    Object.entries(widths)
      .map((entry) => entry.join(':'))
      .join(','),
  ].filter(Boolean),
  size: size === plainState().size ? [] : [String(size)],
  rows: density === 'line' ? [] : [density],
})

/** The address of a list that is shown so. It starts at the first page, and a view in it stays. */
export const writeState = (params: URLSearchParams, state: ListState, { filters, sort }: Standing) => {
  const next = new URLSearchParams(params)
  next.delete('page')
  next.delete('missing')
  for (const [name, values] of Object.entries(written(state))) {
    next.delete(name)
    for (const value of values) next.append(name, value)
  }
  for (const name of filters) {
    next.delete(name)
    if (state.filters[name]?.trim()) next.set(name, state.filters[name].trim())
  }
  // Under a view the order is always said: without it the address would be that of the view, as it was saved.
  if (next.has('view') || state.sort !== sort) next.set('sort', state.sort || sort)
  else next.delete('sort')
  return next
}

/** The address names a view and nothing of its own: it is shown as it was saved. */
export const isBare = (params: URLSearchParams) => [...params.keys()].every((name) => name === 'view')

const comparable = (state: ListState, { sort }: Standing, columns: readonly string[]) =>
  JSON.stringify([
    Object.entries(state.filters).toSorted(([one], [other]) => one.localeCompare(other)),
    state.where,
    state.any,
    state.q,
    state.sort || sort,
    state.columns.length > 0 ? state.columns : columns,
    Object.entries(state.widths).toSorted(([one], [other]) => one.localeCompare(other)),
    state.size,
    state.density,
  ])

/** Whether two lists are shown alike. `columns`: those that the list has by itself. */
export const isAlike = (one: ListState, other: ListState, standing: Standing, columns: readonly string[]) =>
  comparable(one, standing, columns) === comparable(other, standing, columns)
