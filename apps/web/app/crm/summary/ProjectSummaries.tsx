import { Stack } from '@mantine/core'
import { summaryPolicy } from '@tradewind/contract/crm/policies'
import { phrase } from '@tradewind/contract/kit/phrase'
import { useState } from 'react'
import { useParams } from 'react-router'
import { useRecord } from '#kit/api/records'
import { guard } from '#kit/guard'
import { useText } from '#kit/text'
import { PageHeader } from '#ui/page/PageHeader'
import { FailedParent, isParentMissing } from '#ui/record/FailedRecord'
import { SelectableSummaries } from './SelectableSummaries.tsx'
import { NoSummaries, SummaryCards } from './SummaryCards.tsx'

export const handle = { name: phrase('Summaries') }
export const clientLoader = guard({ rules: summaryPolicy.see })

/** The summaries that are shared with one project. */
export default function ProjectSummaries() {
  const t = useText()
  const { projectUid = '' } = useParams()
  const { data: project, error, refetch } = useRecord('project', projectUid || undefined)
  const [total, setTotal] = useState<number>()
  if (isParentMissing(error, total))
    return <FailedParent kind="project" failure={error} onRetry={refetch} listTitle={t('Projects')} />
  return (
    <Stack gap="md">
      <PageHeader
        title={project ? t('Summaries of {name}', { name: project.name }) : t('Summaries')}
        currentPage={t('Summaries')}
        count={total}
        trail={project ? [{ text: project.name, path: `project/show/${projectUid}` }] : []}
      />
      <SummaryCards query={{ projectUid }} List={SelectableSummaries} onTotal={setTotal} empty={<NoSummaries />} />
    </Stack>
  )
}
