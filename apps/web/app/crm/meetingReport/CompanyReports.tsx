import { Button, Stack } from '@mantine/core'
import { IconPlus, IconReport } from '@tabler/icons-react'
import type { MeetingReport } from '@tradewind/contract/crm/meetingReport.contract'
import { meetingReportFields } from '@tradewind/contract/crm/meetingReport.fields'
import { companyPolicy, meetingReportPolicy } from '@tradewind/contract/crm/policies'
import { phrase } from '@tradewind/contract/kit/phrase'
import { can } from '@tradewind/contract/kit/policy'
import { Link, useParams } from 'react-router'
import { useRecord } from '#kit/api/records'
import { pathOf, useArea } from '#kit/area'
import { guard } from '#kit/guard'
import { useActor } from '#kit/session'
import { useText } from '#kit/text'
import { useFields } from '#ui/entity/useFields'
import { Paged, useListing } from '#ui/list/Paged'
import { Rows } from '#ui/list/Rows'
import { PageHeader } from '#ui/page/PageHeader'
import { EmptyState } from '#ui/page/states'
import { usePrefetchRecordPage } from '#ui/record/RecordLink'
import { RowMenu } from '#ui/record/RowMenu'
import { card, countryOf, nameOf } from './meetingReport.labels.ts'

export const handle = { name: phrase('Meeting Reports') }
export const clientLoader = guard({ rules: meetingReportPolicy.see })

/** The reports of one company. */
export default function CompanyReports() {
  const t = useText()
  const { uniqueId = '' } = useParams()
  const { title, trail } = useHeading(uniqueId)
  const listing = useListing('GET /api/meetingReport/', { fixedInput: { companyUID: uniqueId }, sort: '-date' })
  const { data, isPlaceholderData } = listing.list
  return (
    <Stack gap="md">
      <PageHeader title={title} currentPage={t('Reports')} count={data?.total} trail={trail}>
        <NewReport companyId={uniqueId} />
      </PageHeader>
      <Stack gap="sm" aria-busy={isPlaceholderData}>
        <Paged of={listing} empty={<NoReports companyId={uniqueId} />}>
          {(rows) => <Reports rows={rows} {...listing.table} />}
        </Paged>
      </Stack>
    </Stack>
  )
}

/** The heading is the company's name, and the breadcrumb links to the company if the actor may open it. */
const useHeading = (companyId: string) => {
  const t = useText()
  const mayOpen = can(useActor(), companyPolicy.see)
  const { data: company } = useRecord('company', mayOpen ? companyId : undefined)
  if (!company) return { title: t('Meeting Reports'), trail: [] }
  const trail = [
    { text: t('Companies'), path: 'company/list' },
    { text: company.legalName, path: `company/show/${companyId}` },
  ]
  return { title: t('Reports of {name}', { name: company.legalName }), trail }
}

const NoReports = ({ companyId }: { companyId: string }) => {
  const t = useText()
  return (
    <EmptyState
      icon={IconReport}
      title={t('No meeting reports yet')}
      text={t('Record calls, meetings and visits at fairs: who attended, what was said, and what follows.')}
    >
      <NewReport companyId={companyId} />
    </EmptyState>
  )
}

const menuOf = (report: MeetingReport) => (
  <RowMenu kind="meetingReport" policy={meetingReportPolicy} record={report} name={nameOf(report)} />
)

interface ReportsProps {
  rows: readonly MeetingReport[]
  sort: string
  onSort: (sort: string) => void
  stale: boolean
}

const Reports = (props: ReportsProps) => {
  const t = useText()
  const at = useArea()
  const prefetch = usePrefetchRecordPage('meetingReport')
  const { columns } = useFields(meetingReportFields)
  return (
    <Rows
      {...props}
      label={t('Meeting Reports')}
      columns={columns({ country: countryOf })}
      card={card}
      keyOf={({ uniqueId }) => uniqueId}
      linkOf={({ uniqueId }) => at(pathOf('meetingReport', `show/${uniqueId}`))}
      onPrefetch={({ uniqueId }) => prefetch(uniqueId)}
      menuOf={menuOf}
    />
  )
}

const NewReport = ({ companyId }: { companyId: string }) => {
  const t = useText()
  const at = useArea()
  if (!can(useActor(), meetingReportPolicy.create)) return null
  return (
    <Button
      component={Link}
      to={at(`meeting/create?company=${companyId}`)}
      prefetch="intent"
      leftSection={<IconPlus size={16} aria-hidden />}
    >
      {t('New Report')}
    </Button>
  )
}
