import { useParam } from '#kit/browser/search-params'

/** The item whose details are open beside the list: it stands in the address. */
export const useDetails = () => {
  const [uniqueId, set] = useParam('details')
  return { uniqueId, open: set, close: () => set('') }
}
