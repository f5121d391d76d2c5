import { Stack } from '@mantine/core'
import { nextStepsPolicy } from '@tradewind/contract/crm/policies'
import { phrase } from '@tradewind/contract/kit/phrase'
import { useParams } from 'react-router'
import { useRecord } from '#kit/api/records'
import { guard } from '#kit/guard'
import { useText } from '#kit/text'
import { PageHeader } from '#ui/page/PageHeader'
import { QueryContent } from '#ui/page/states'
import { TaskForm } from './TaskForm.tsx'

export const handle = { name: phrase('Edit task') }
export const clientLoader = guard({ rules: nextStepsPolicy.update })

export default function NextStepsEdit() {
  const t = useText()
  const { uniqueId } = useParams()
  const task = useRecord('nextSteps', uniqueId, { toChange: true })
  const list = { text: t('Tasks'), path: 'nextSteps/list' }
  const itself = task.data && { text: task.data.todo, path: `nextSteps/show/${task.data.uniqueId}` }
  return (
    <Stack>
      <PageHeader title={t('Edit task')} currentPage={t('Edit')} trail={itself ? [list, itself] : [list]} />
      <QueryContent of={task} height={420}>
        {(current) => <TaskForm key={current.uniqueId} summaryUID={current.summaryUID} task={current} />}
      </QueryContent>
    </Stack>
  )
}
