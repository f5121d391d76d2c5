import { useEffect } from 'react'
import { useLocation } from 'react-router'

/** The query with which each screen was last shown, by path, since the page was loaded. */
const queries = new Map<string, string>()

/** Remembers how each screen is left: a list with its filters, order and page. */
export const useLeftScreens = () => {
  const { pathname, search } = useLocation()
  useEffect(() => void queries.set(pathname, search), [pathname, search])
}

/** The address of a screen as it was left. A query that the given address has itself is kept. */
export const asLeft = (to: string) => {
  const [pathname = '', query = ''] = to.split('?')
  const last = queries.get(pathname)
  return last?.includes(query) ? pathname + last : to
}
