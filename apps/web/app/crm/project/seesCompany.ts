import { companyPolicy } from '@tradewind/contract/crm/company.policy'
import type { ProjectCompany } from '@tradewind/contract/crm/project/project.contract'
import { can } from '@tradewind/contract/kit/policy'
import type { Actor } from '@tradewind/contract/roles'

/** May somebody open the company that stands in a project? Whoever sees the project may not see all of its companies. */
export const seesCompany = (actor: Actor, { company, sharedWith }: Pick<ProjectCompany, 'company' | 'sharedWith'>) =>
  can(actor, companyPolicy.see, { ...company, sharedWith })
