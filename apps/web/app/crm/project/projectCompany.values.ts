import type { ProjectCompany } from '@tradewind/contract/crm/project/project.contract'

/** A form's fields: other records stand in it by their ids, and by their names where these are known. */
export const empty = {
  company: null as { uniqueId: string; legalName?: string } | null,
  potential: null as ProjectCompany['potential'],
  interest: null as ProjectCompany['interest'],
  priority: null as ProjectCompany['priority'],
  lastContact: '',
  nextContact: '',
  mainContact: null as { uniqueId: string; fullName: string } | null,
}
export type ProjectCompanyValues = typeof empty

/** The fields as the call takes them: other records by their ids. A new one names its project. */
export const sentOf = ({ company, mainContact, ...fields }: Partial<ProjectCompanyValues>, projectId: string | undefined) => ({
  ...fields,
  ...(company !== undefined && { company: company?.uniqueId ?? '' }),
  ...(mainContact !== undefined && { mainContact: mainContact?.uniqueId ?? null }),
  ...(projectId && { project: projectId }),
})
