import { companyPolicy } from '@tradewind/contract/crm/policies'
import type { ProjectCompany } from '@tradewind/contract/crm/project.contract'
import { can } from '@tradewind/contract/kit/policy'
import type { Actor } from '@tradewind/contract/roles'
import { useParam } from '#kit/browser/search-params'

/** May somebody open the company that is in a project? Whoever sees the project may not see all of its companies. */
export const seesCompany = (actor: Actor, { company, sharedWith }: Pick<ProjectCompany, 'company' | 'sharedWith'>) =>
  can(actor, companyPolicy.see, { ...company, sharedWith })

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
