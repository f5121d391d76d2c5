import { contactPolicy } from '@tradewind/contract/crm/policies'
import { editorWith, useEditing } from '#ui/entity/useEditing'

const references = ['companyId']
const Editor = editorWith(async () => ({ companyId: (await import('./CompanyInput.tsx')).CompanyInput }))

/** How contacts are edited where they are shown. */
export const useContactEditing = () =>
  useEditing({ kind: 'contact', policy: contactPolicy, nameOf: ({ fullName }) => fullName, references, Editor })
