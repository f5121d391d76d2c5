import { useParam } from '#kit/browser/search-params'

const doings = ['attach', 'details', 'edit', 'priority'] as const
export type Doing = (typeof doings)[number]

/** What lies over a project's page, as its address says: `?open=attach`, or what is done and to which company of the project. */
export const useProjectCompanyLayer = () => {
  const [open, setOpen] = useParam('open')
  const [word = '', uniqueId = ''] = open.split('.')
  return {
    doing: doings.find((one) => one === word && (one === 'attach') === (uniqueId === '')),
    uniqueId,
    show: (doing: Doing, of = '') => setOpen(of ? `${doing}.${of}` : doing),
    close: () => setOpen(''),
  }
}
