import { features } from './features.ts'
import { type Asking, openingCalls } from './kit/api/asked.ts'

/** What the page at an address of a signed-in area asks first: who is signed in, and what its list opens with. */
export const firstCalls = ({ pathname, search }: URL): Asking[] => {
  const tail = pathname.replace(/^\/\w+\/|\/$/g, '')
  const entries = features.flatMap(({ menu = [] }) => menu)
  const list = entries.find((entry) => entry.list && [tail, pathname].includes(entry.path))?.list
  return [['GET /api/auth/account', {}], ...(list ? openingCalls(list, search) : [])]
}
