import { contactPolicy } from '@tradewind/contract/crm/contact.policy'
import { useEditing } from '#ui/entity/useEditing'
import type { FieldProps } from '#ui/form/FormPage'
import { SeekOne } from '#ui/picker/SeekOne'

/** How contacts are edited where they are shown. */
export const useContactEditing = () =>
  useEditing({ kind: 'contact', policy: contactPolicy, nameOf: ({ fullName }) => fullName, inputs })

const CompanyInput = ({ value, onChange, ...field }: FieldProps) => (
  <SeekOne
    {...field}
    route="GET /api/company/"
    asked={{ sort: 'legalName' }}
    by="legalName"
    nameOf={({ legalName }) => legalName}
    value={value?.uniqueId ?? null}
    called={value?.legalName}
    onChoose={(found) => onChange(found && { uniqueId: found.uniqueId, legalName: found.legalName })}
  />
)

const inputs = { companyId: CompanyInput }
