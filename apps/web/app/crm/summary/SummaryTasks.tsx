import { Text } from '@mantine/core'
import type { NextStep } from '@tradewind/contract/crm/nextSteps.contract'
import { useList } from '#kit/api/query'
import { pathOf } from '#kit/api/paths'
import { useArea } from '#kit/area'
import { type Say, useText } from '#kit/text'
import { ListSkeleton } from '#ui/list/ListSkeleton'
import type { Column } from '#ui/list/columns'
import { Rows } from '#ui/list/Rows'
import { ErrorState } from '#ui/page/ErrorState'
import { StatusBadge } from '#crm/nextSteps/task/StatusBadge'
import { labelsIn } from '#crm/nextSteps/task/task.words'
import { TaskMenu } from '#crm/nextSteps/task/TaskMenu'
import { Day } from '#ui/values/Day'

const columnsIn = (t: Say): Column<NextStep>[] => {
  const { todo, byWhen, nextStepsStatus, assignedUser } = labelsIn(t)
  return [
    { field: 'todo', head: todo, show: (task) => task.todo, width: '38%' },
    { field: 'byWhen', head: byWhen, show: (task) => <Day at={task.byWhen} /> },
    { field: 'nextStepsStatus', head: nextStepsStatus, show: (task) => <StatusBadge {...task} /> },
    { field: 'assignedUser', head: assignedUser, show: (task) => task.assignedUser.fullName },
  ]
}

const menuOf = (task: NextStep) => <TaskMenu task={task} />

/** The tasks that came of a summary. */
export const SummaryTasks = ({ summaryId }: { summaryId: string }) => {
  const t = useText()
  const at = useArea()
  const { data, error, refetch } = useList('GET /api/nextSteps/fetchBySummary/:summaryId', { summaryId, sort: 'byWhen' })
  if (error && !data) return <ErrorState failure={error} onRetry={() => void refetch()} />
  if (!data) return <ListSkeleton rows={3} />
  if (data.rows.length === 0) return <Text c="dimmed">{t('No tasks yet')}</Text>
  return (
    <Rows
      label={t('Tasks')}
      rows={data.rows}
      columns={columnsIn(t)}
      keyOf={({ uniqueId }) => uniqueId}
      linkOf={({ uniqueId }) => at(pathOf('nextSteps', `show/${uniqueId}`))}
      menuOf={menuOf}
    />
  )
}
