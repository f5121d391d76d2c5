import { redirect } from 'react-router'

/** For each filter that a list had before it had conditions: the condition with the same meaning. */
type FormerFilters = Readonly<Record<string, (value: string) => string>>

/** For the loader of a list: redirects an address with former filters, such as a bookmark, to the one with the same conditions. */
export const redirectFormerFilters = ({ request }: { request: Request }, filters: FormerFilters) => {
  const { pathname, searchParams } = new URL(request.url)
  const former = Object.keys(filters).filter((name) => searchParams.has(name))
  for (const name of former) {
    const value = searchParams.get(name)!.trim()
    searchParams.delete(name)
    if (value) searchParams.append('where', filters[name]!(value))
  }
  if (former.length > 0) throw redirect(`${pathname}?${searchParams}`)
  return null
}
