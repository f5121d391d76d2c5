import { IconBuildingFactory2 } from '@tabler/icons-react'
import { companyFields } from '@tradewind/contract/crm/company.fields'
import { companyPolicy, seesOutline } from '@tradewind/contract/crm/company.policy'
import { outlineOf } from '@tradewind/contract/kit/entityFields'
import { MassUploadButton } from '#crm/massUpload/MassUploadButton'
import { DuplicatesButton } from '#crm/merge/DuplicatesButton'
import { guard } from '#kit/guard'
import { useActor } from '#kit/session'
import { phrase, useText } from '#kit/text'
import { useEditing } from '#ui/entity/useEditing'
import { useFields } from '#ui/entity/useFields'
import { ViewedList } from '#ui/view/ViewedList'

export const handle = { name: phrase('Companies') }
export const clientLoader = guard({ rules: companyPolicy.see })

export default function CompanyList() {
  const t = useText()
  // A column that would be empty for whoever sees only an outline of companies is left out.
  const fields = seesOutline(useActor()) ? outlineOf(companyFields) : companyFields
  const { columns, filters } = useFields(fields)
  const edit = useEditing({ kind: 'company', policy: companyPolicy, nameOf: ({ legalName }) => legalName })
  return (
    <ViewedList
      kind="company"
      title={t('Companies')}
      policy={companyPolicy}
      columns={columns({}, edit)}
      edit={edit}
      fields={fields}
      nameOf={({ legalName }) => legalName}
      filters={filters}
      sort="-dateCreated"
      createText={t('New company')}
      empty={{
        icon: IconBuildingFactory2,
        title: t('No companies yet'),
        text: t('Keep the companies that you sell to, buy from and work with, and what was agreed with each.'),
      }}
      actions={
        <>
          <DuplicatesButton kind="company" policy={companyPolicy} />
          <MassUploadButton kind="company" rules={companyPolicy.create} />
        </>
      }
    />
  )
}
