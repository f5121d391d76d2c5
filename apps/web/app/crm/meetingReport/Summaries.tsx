import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { can } from '@tradewind/contract/kit/policy'
import type { MeetingReport } from '@tradewind/contract/crm/meetingReport.contract'
import { summaryPolicy } from '@tradewind/contract/crm/summary.policy'
import { Suspense, useState } from 'react'
import { useActor } from '#kit/session'
import { useText } from '#kit/text'
import { lazyWithRetry } from '#ui/page/lazyWithRetry'
import { SummaryCards } from '#crm/summary/SummaryCards'

const NewSummaryDialog = lazyWithRetry(async () => (await import('#crm/summary/SummaryDialog')).NewSummaryDialog)

/** What was written about a meeting, the newest first, and the way to add to it. */
export const Summaries = ({ report: { uniqueId } }: { report: MeetingReport }) => {
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
        asked={{ meetingReportUID: uniqueId }}
        ofReport
        empty={<Text c="dimmed">{t('No summaries available')}</Text>}
      />
    </Stack>
  )
}

const AddSummary = ({ reportId }: { reportId: string }) => {
  const t = useText()
  const [opened, setOpened] = useState(false)
  const [asked, setAsked] = useState(false)
  const open = () => {
    setAsked(true)
    setOpened(true)
  }
  if (!can(useActor(), summaryPolicy.create)) return null
  return (
    <>
      <Button variant="light" leftSection={<IconPlus size={16} aria-hidden />} onClick={open}>
        {t('Add Summary')}
      </Button>
      {asked && (
        <Suspense>
          <NewSummaryDialog meetingReportUID={reportId} opened={opened} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  )
}
