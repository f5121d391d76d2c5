import type { Project } from '@tradewind/contract/crm/project.contract'
import { useText } from '#kit/text'
import type { FieldProps } from '#ui/form/FormPage'
import { SearchMultiSelect } from '#ui/form/SearchSelect'

type Person = Project['sharedWith'][number]

/** Selects the colleagues to share with. */
export const SharedWithField = (field: FieldProps) => {
  const t = useText()
  return (
    <SearchMultiSelect
      {...field}
      route="GET /api/admin/options"
      query={{ sort: 'fullName' }}
      refOf={({ uniqueId, fullName }): Person => ({ uniqueId, fullName })}
      nameOf={({ fullName }) => fullName}
      description={t('They can see the project, its companies and what is shared with it. They will be notified.')}
    />
  )
}
