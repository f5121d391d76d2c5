import { Button, Stack } from '@mantine/core'
import { IconPlus, IconReport } from '@tabler/icons-react'
import { companyPolicy } from '@tradewind/contract/crm/company.policy'
import type { MeetingReport } from '@tradewind/contract/crm/meetingReport.contract'
import { meetingReportPolicy } from '@tradewind/contract/crm/meetingReport.policy'
import { can } from '@tradewind/contract/kit/policy'
import { Link, useParams } from 'react-router'
import { pathOf } from '#kit/api/paths'
import { useRecordPrefetch, useRecord, useRecords } from '#kit/api/records'
import { useArea } from '#kit/area'
import { useListAddress } from '#kit/browser/search-params'
import { guard } from '#kit/guard'
import { useActor } from '#kit/session'
import { phrase, useText } from '#kit/text'
import { ListSkeleton } from '#ui/list/ListSkeleton'
import { Rows } from '#ui/list/Rows'
import { EmptyState } from '#ui/page/EmptyState'
import { ErrorState } from '#ui/page/ErrorState'
import { PageHeader } from '#ui/page/PageHeader'
import { Pager } from '#ui/paging/Pager'
import { usePastEnd } from '#ui/paging/usePastEnd'
import { RecordMenu } from '#ui/record/RecordMenu'
import { card, columnsIn } from './columns.tsx'
import { nameOf } from './meetingReport.words.ts'

export const handle = { name: phrase('Meeting Reports') }
export const clientLoader = guard({ rules: meetingReportPolicy.see })

const size = 20

/** The reports of one company. */
export default function CompanyReports() {
  const t = useText()
  const { uniqueId = '' } = useParams()
  const { title, trail } = useHeading(uniqueId)
  const reports = useReports(uniqueId)
  const { data, error, refetch } = reports.list
  return (
    <Stack gap="md">
      <PageHeader title={title} here={t('Reports')} count={data?.total} trail={trail}>
        <NewReport companyId={uniqueId} />
      </PageHeader>
      {error && !data && <ErrorState failure={error} onRetry={() => void refetch()} />}
      {!data && !error && <ListSkeleton />}
      {data && (data.total > 0 ? <Reports {...reports} /> : <NoReports companyId={uniqueId} />)}
    </Stack>
  )
}

/** The page is called by the company and stands below it, where whoever came may open that. */
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
      text={t('Calls, meetings and visits at fairs stand here: who attended, what was said, and what follows.')}
    >
      <NewReport companyId={companyId} />
    </EmptyState>
  )
}

/** A page of them, in the order that the address says. */
const useReports = (companyUID: string) => {
  const address = useListAddress({ filters: [], sort: '-date' })
  const askedFor = (page: number) => ({ companyUID, sort: address.sort, page: page - 1, size })
  const list = useRecords('meetingReport', askedFor(address.page))
  usePastEnd(list, address, size)
  return { address, askedFor, list }
}

const menuOf = (report: MeetingReport) => (
  <RecordMenu kind="meetingReport" policy={meetingReportPolicy} record={report} name={nameOf(report)} />
)

const Reports = ({ address, askedFor, list }: ReturnType<typeof useReports>) => {
  const t = useText()
  const at = useArea()
  const ahead = useRecordPrefetch('meetingReport')
  const { rows = [], total = 0, estimated = false } = list.data ?? {}
  return (
    <Stack gap="sm" aria-busy={list.isPlaceholderData}>
      <Rows
        label={t('Meeting Reports')}
        rows={rows}
        columns={columnsIn(t)}
        card={card}
        keyOf={({ uniqueId }) => uniqueId}
        linkOf={({ uniqueId }) => at(pathOf('meetingReport', `show/${uniqueId}`))}
        onPrefetch={({ uniqueId }) => ahead.record(uniqueId)}
        menuOf={menuOf}
        sort={address.sort}
        onSort={(sort) => address.change({ sort })}
        stale={list.isPlaceholderData}
      />
      <Pager
        page={address.page}
        size={size}
        total={total}
        estimated={estimated}
        stale={list.isPlaceholderData}
        addressOf={(page) => address.addressAfter({ page })}
        onPrefetch={(page) => ahead.page(askedFor(page))}
      />
    </Stack>
  )
}

const NewReport = ({ companyId }: { companyId: string }) => {
  const t = useText()
  const at = useArea()
  if (!can(useActor(), meetingReportPolicy.create)) return null
  return (
    <Button
      component={Link}
      to={at(`meetingReport/create/${companyId}`)}
      prefetch="intent"
      leftSection={<IconPlus size={16} aria-hidden />}
    >
      {t('New Report')}
    </Button>
  )
}
