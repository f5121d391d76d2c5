import { Button, Group, Skeleton, Stack } from '@mantine/core'
import { IconPlus, IconReport } from '@tabler/icons-react'
import type { MeetingReport } from '@tradewind/contract/crm/meetingReport.contract'
import { meetingReportFields } from '@tradewind/contract/crm/meetingReport.fields'
import { companyPolicy, meetingReportPolicy } from '@tradewind/contract/crm/policies'
import { phrase } from '@tradewind/contract/kit/phrase'
import { can } from '@tradewind/contract/kit/policy'
import { Suspense, useState } from 'react'
import { Link, useParams } from 'react-router'
import { newReportPath } from '#crm/subject'
import { useRecord } from '#kit/api/records'
import { pathOf, useArea } from '#kit/area'
import { guard } from '#kit/guard'
import { useActor } from '#kit/session'
import { useText } from '#kit/text'
import { useFields } from '#ui/entity/useFields'
import { Paged, useListing } from '#ui/list/Paged'
import { Rows } from '#ui/list/Rows'
import { lazyWithRetry } from '#ui/page/lazyWithRetry'
import { PageHeader } from '#ui/page/PageHeader'
import { EmptyState } from '#ui/page/states'
import { FailedParent, isParentMissing } from '#ui/record/FailedRecord'
import { usePrefetchRecordPage } from '#ui/record/RecordLink'
import { RowMenu } from '#ui/record/RowMenu'
import { useListDisplay } from '#ui/view/useListView'
import { card, countryOf, nameOf } from './meetingReport.labels.ts'
import { useReportEditing } from './useReportEditing.ts'

const Chips = lazyWithRetry(async () => (await import('#ui/view/Chips')).Chips)

export const handle = { name: phrase('Meeting Reports') }
export const clientLoader = guard({ rules: meetingReportPolicy.see })

const sort = '-date'

/** The reports of one company: all, or those that match the conditions in the address, which other pages link to. */
export default function CompanyReports() {
  const t = useText()
  const { uniqueId = '' } = useParams()
  const { title, trail, error, refetch } = useHeading(uniqueId)
  const display = useListDisplay({ fields: meetingReportFields, isLearning: false, filters: [], sort })
  const listing = useListing('GET /api/meetingReport/', {
    fixedInput: { companyUID: uniqueId, ...display.query },
    sort,
    isPaused: display.isPending,
  })
  const { data, isPlaceholderData } = listing.list
  if (isParentMissing(error, data?.total))
    return <FailedParent kind="company" failure={error} onRetry={refetch} listTitle={t('Companies')} />
  const empty = display.isFiltered ? <EmptyState onClear={display.clear} /> : <NoReports companyId={uniqueId} />
  return (
    <Stack gap="md">
      <PageHeader title={title} currentPage={t('Reports')} count={data?.total} trail={trail}>
        <NewReport companyId={uniqueId} />
      </PageHeader>
      <Stack gap="sm" aria-busy={isPlaceholderData}>
        {display.isFiltered && <Conditions {...display} />}
        <Paged of={listing} empty={empty}>
          {(rows) => <Reports rows={rows} {...listing.table} />}
        </Paged>
      </Stack>
    </Stack>
  )
}

const Conditions = ({ state, change }: ReturnType<typeof useListDisplay>) => {
  const [isAdding, setAdding] = useState(false)
  return (
    <Group gap="xs">
      <Suspense fallback={<Skeleton height={30} />}>
        <Chips {...state} fields={meetingReportFields} onChange={change} isAdding={isAdding} onAddingChange={setAdding} />
      </Suspense>
    </Group>
  )
}

/** The heading is the company's name, and the breadcrumb links to the company if the actor may open it. */
const useHeading = (companyId: string) => {
  const t = useText()
  const mayOpen = can(useActor(), companyPolicy.see)
  const { data: company, error, refetch } = useRecord('company', mayOpen ? companyId : undefined)
  if (!company) return { title: t('Meeting Reports'), trail: [], error, refetch }
  const trail = [
    { text: t('Companies'), path: 'company/list' },
    { text: company.legalName, path: `company/show/${companyId}` },
  ]
  return { title: t('Reports of {name}', { name: company.legalName }), trail, error: null, refetch }
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
  const edit = useReportEditing()
  return (
    <Rows
      {...props}
      label={t('Meeting Reports')}
      columns={columns({ country: countryOf(t) }, edit)}
      card={card}
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
      to={at(newReportPath({ kind: 'company', uniqueId: companyId }))}
      prefetch="intent"
      data-create="r"
      leftSection={<IconPlus size={16} aria-hidden />}
    >
      {t('New Report')}
    </Button>
  )
}
