import type { FieldProps } from '#ui/form/FormPage'
import { SearchSelect } from '#ui/form/SearchSelect'

/** Selects the company of a contact: the value is the company with its name, or null. */
export const CompanyInput = ({ value, onChange, ...field }: FieldProps) => (
  <SearchSelect
    {...field}
    route="GET /api/company/"
    query={{ sort: 'legalName' }}
    searchField="legalName"
    nameOf={({ legalName }) => legalName}
    value={value?.uniqueId ?? null}
    selectedName={value?.legalName}
    onChoose={(found) => onChange(found && { uniqueId: found.uniqueId, legalName: found.legalName })}
  />
)
