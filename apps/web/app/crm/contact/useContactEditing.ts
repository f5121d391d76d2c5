import { contactPolicy } from '@tradewind/contract/crm/policies'
import { useEditing } from '#ui/entity/useEditing'

const inputs = { companyId: async () => (await import('./CompanyInput.tsx')).CompanyInput }

/** Inline editing of contacts. */
export const useContactEditing = () =>
  useEditing({ kind: 'contact', policy: contactPolicy, nameOf: ({ fullName }) => fullName, inputs })
