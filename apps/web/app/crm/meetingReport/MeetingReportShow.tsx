import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { MeetingReport } from '@tradewind/contract/crm/meetingReport.contract'
import { meetingReportFields } from '@tradewind/contract/crm/meetingReport.fields'
import { contactPolicy, meetingReportPolicy, summaryPolicy } from '@tradewind/contract/crm/policies'
import { phrase } from '@tradewind/contract/kit/phrase'
import { can } from '@tradewind/contract/kit/policy'
import { historyOf } from '@tradewind/contract/platform/policies'
import { Suspense, useState } from 'react'
import { CompanyLink } from '#crm/company/CompanyLink'
import { RecordParts } from '#crm/RecordParts'
import { SummaryCards } from '#crm/summary/SummaryCards'
import { guard } from '#kit/guard'
import { useActor } from '#kit/session'
import { useText } from '#kit/text'
import { useCustomFacts } from '#ui/entity/useCustom'
import { useFieldFormatter } from '#ui/entity/useFieldFormatter'
import { useFields } from '#ui/entity/useFields'
import { lazyWithRetry } from '#ui/page/lazyWithRetry'
import { DetailPage, Facts, Panel } from '#ui/record/DetailPage'
import { History } from '#ui/record/History'
import { RecordLink } from '#ui/record/RecordLink'
import { countryOf, nameOf } from './meetingReport.labels.ts'
import { useReportEditing } from './useReportEditing.ts'

export const handle = { name: phrase('Meeting report') }
export const clientLoader = guard({ rules: meetingReportPolicy.see })

export default function MeetingReportShow() {
  const t = useText()
  const actor = useActor()
  const words = useFieldFormatter(meetingReportFields)
  return (
    <DetailPage kind="meetingReport" policy={meetingReportPolicy} listTitle={t('Meeting Reports')} nameOf={nameOf}>
      {(report) => (
        <>
          <Panel>
            <ReportFacts report={report} />
          </Panel>
          <Summaries report={report} />
          <RecordParts kind="meetingReport" uniqueId={report.uniqueId} />
          {can(actor, historyOf(meetingReportPolicy), report) && (
            <History kind="meetingReport" uniqueId={report.uniqueId} {...words} />
          )}
        </>
      )}
    </DetailPage>
  )
}

/** The facts of a meeting. */
const ReportFacts = ({ report }: { report: MeetingReport }) => {
  const t = useText()
  const { facts } = useFields(meetingReportFields)
  const edit = useReportEditing()
  const createdByName = () => report.createdByName ?? t('former user')
  const show = { companyUID: companyOf, country: countryOf(t), attendees: peopleOf, createdByName }
  const custom = useCustomFacts('meetingReport', report, { edit })
  return <Facts facts={[...facts(report, show, edit), ...custom]} />
}

const companyOf = ({ company }: MeetingReport) => <CompanyLink of={company} />
const peopleOf = (report: MeetingReport) => <People report={report} />

/** The attendees with their roles. Contacts are visible to everybody who sees the companies of their country. */
const People = ({ report: { attendees, company } }: { report: MeetingReport }) => {
  const isOpen = can(useActor(), contactPolicy.see, company)
  return attendees.map(({ uniqueId, fullName, title }) => (
    <div key={uniqueId}>
      {isOpen ? <RecordLink kind="contact" uniqueId={uniqueId} name={fullName} /> : fullName}
      <Text size="sm" c="dimmed" mb={4}>
        {title}
      </Text>
    </div>
  ))
}

const NewSummaryDialog = lazyWithRetry(async () => (await import('#crm/summary/SummaryDialog')).NewSummaryDialog)

/** The summaries of a meeting, the newest first, and the button to add one. */
const Summaries = ({ report: { uniqueId } }: { report: MeetingReport }) => {
  const t = useText()
  return (
    <Stack gap="sm" component="section" aria-labelledby="summaries">
      <Group justify="space-between">
        <Title order={2} size="h4" id="summaries">
          {t('Summaries')}
        </Title>
        <AddSummary reportId={uniqueId} />
      </Group>
      <SummaryCards
        query={{ meetingReportUID: uniqueId }}
        ofReport
        empty={<Text c="dimmed">{t('No summaries available')}</Text>}
      />
    </Stack>
  )
}

const AddSummary = ({ reportId }: { reportId: string }) => {
  const t = useText()
  const [opened, setOpened] = useState(false)
  const [wasOpened, setWasOpened] = useState(false)
  const open = () => {
    setWasOpened(true)
    setOpened(true)
  }
  if (!can(useActor(), summaryPolicy.create)) return null
  return (
    <>
      <Button variant="light" leftSection={<IconPlus size={16} aria-hidden />} onClick={open}>
        {t('Add Summary')}
      </Button>
      {wasOpened && (
        <Suspense>
          <NewSummaryDialog meetingReportUID={reportId} opened={opened} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  )
}
