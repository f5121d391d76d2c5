import { Button } from '@mantine/core'
import { IconReport } from '@tabler/icons-react'
import type { MeetingReport } from '@tradewind/contract/crm/meetingReport.contract'
import { meetingReportFields } from '@tradewind/contract/crm/meetingReport.fields'
import { meetingReportPolicy } from '@tradewind/contract/crm/policies'
import { phrase } from '@tradewind/contract/kit/phrase'
import { can } from '@tradewind/contract/kit/policy'
import { bulkActionsFor } from '#crm/bulk/lazyBulk'
import { CompanyLink } from '#crm/company/CompanyLink'
import { guard } from '#kit/guard'
import { useActor } from '#kit/session'
import { useText } from '#kit/text'
import { useFields } from '#ui/entity/useFields'
import { ViewedList } from '#ui/view/ViewedList'
import { card, countryOf, nameOf } from './meetingReport.labels.ts'
import { useReportEditing } from './useReportEditing.ts'

export const handle = { name: phrase('Meeting Reports') }
export const clientLoader = guard({ rules: meetingReportPolicy.see })

const companyOf = ({ company }: MeetingReport) => <CompanyLink of={company} />

const bulkActions = bulkActionsFor<MeetingReport>({ kind: 'meetingReport', policy: meetingReportPolicy, nameOf })

export default function MeetingReportList() {
  const t = useText()
  const { columns, filters } = useFields(meetingReportFields)
  const actor = useActor()
  const mayCreate = can(actor, meetingReportPolicy.create)
  const edit = useReportEditing()
  return (
    <ViewedList
      kind="meetingReport"
      title={t('Meeting Reports')}
      policy={meetingReportPolicy}
      columns={columns({ companyUID: companyOf, country: countryOf(t) }, edit)}
      edit={edit}
      fields={meetingReportFields}
      card={card}
      nameOf={nameOf}
      {...(can(actor, meetingReportPolicy.update) && { bulkActions })}
      filters={{
        dateFrom: { label: t('Date From'), type: 'date', requiredFilter: 'dateTo' },
        dateTo: { label: t('Date To'), type: 'date', requiredFilter: 'dateFrom' },
        ...filters,
      }}
      sort="-dateCreated"
      createText={t('New Report')}
      empty={{
        icon: IconReport,
        title: t('No meeting reports yet'),
        text: mayCreate
          ? t('Record calls, meetings and visits at fairs: who attended, what was said, and what follows.')
          : t('A report is about a company. Companies and reports are included in the plan Basic and above.'),
        children: !mayCreate && (
          <Button variant="default" component="a" href="/pricing">
            {t('See the plans')}
          </Button>
        ),
      }}
    />
  )
}
