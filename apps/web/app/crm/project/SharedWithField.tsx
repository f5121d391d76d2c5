import type { Project } from '@tradewind/contract/crm/project.contract'
import { useText } from '#kit/text'
import type { FieldProps } from '#ui/form/FormPage'
import { SeekSeveral } from '#ui/form/Seek'

type Person = Project['sharedWith'][number]

/** Selects the colleagues to share with. */
export const SharedWithField = (field: FieldProps) => {
  const t = useText()
  return (
    <SeekSeveral
      {...field}
      route="GET /api/admin/options"
      asked={{ sort: 'fullName' }}
      refOf={({ uniqueId, fullName }): Person => ({ uniqueId, fullName })}
      nameOf={({ fullName }) => fullName}
      description={t('They can see the project, its companies and what is shared with it. They will be notified.')}
    />
  )
}
