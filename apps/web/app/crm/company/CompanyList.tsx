import { IconBuildingFactory2 } from '@tabler/icons-react'
import type { Company } from '@tradewind/contract/crm/company.contract'
import { companyFields } from '@tradewind/contract/crm/company.fields'
import { companyPolicy, seesOutline } from '@tradewind/contract/crm/policies'
import { outlineOf } from '@tradewind/contract/kit/entityFields'
import { phrase } from '@tradewind/contract/kit/phrase'
import { can } from '@tradewind/contract/kit/policy'
import { bulkActionsFor } from '#crm/bulk/lazyBulk'
import { ImportLink, MassUploadButton } from '#crm/fileImport/MassUploadButton'
import { DuplicatesButton, MergePicked } from '#crm/merge/MergeButtons'
import { guard } from '#kit/guard'
import { useActor } from '#kit/session'
import { useText } from '#kit/text'
import { useEditing } from '#ui/entity/useEditing'
import { useFields } from '#ui/entity/useFields'
import { ViewedList } from '#ui/view/ViewedList'

export const handle = { name: phrase('Companies') }
export const clientLoader = guard({ rules: companyPolicy.see })

const nameOf = ({ legalName }: Company) => legalName

const bulkActions = bulkActionsFor<Company>({ kind: 'company', policy: companyPolicy, nameOf }, (records) => (
  <MergePicked kind="company" policy={companyPolicy} records={records} />
))

export default function CompanyList() {
  const t = useText()
  const actor = useActor()
  // A column that would be empty for users who see only an outline of companies is left out.
  const isOutline = seesOutline(actor)
  const fields = isOutline ? outlineOf(companyFields) : companyFields
  const { columns, filters } = useFields(fields)
  const edit = useEditing({ kind: 'company', policy: companyPolicy, nameOf })
  return (
    <ViewedList
      kind="company"
      title={t('Companies')}
      policy={companyPolicy}
      columns={columns({}, edit)}
      edit={edit}
      fields={fields}
      plain={isOutline}
      computed="lastReport"
      nameOf={nameOf}
      {...(can(actor, companyPolicy.update) && { bulkActions })}
      filters={filters}
      sort="-dateCreated"
      createText={t('New Company')}
      empty={{
        icon: IconBuildingFactory2,
        title: t('No companies yet'),
        text: t('Keep the companies that you sell to, buy from and work with, and what was agreed with each.'),
        children: <ImportLink kind="company" rules={companyPolicy.create} />,
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
