import { Button } from '@mantine/core'
import { IconCircleCheck, IconEdit, IconTrash } from '@tabler/icons-react'
import type { NextStep } from '@tradewind/contract/crm/nextSteps.contract'
import { nextStepsFields } from '@tradewind/contract/crm/nextSteps.fields'
import { nextStepsPolicy } from '@tradewind/contract/crm/policies'
import { phrase } from '@tradewind/contract/kit/phrase'
import { can } from '@tradewind/contract/kit/policy'
import { historyOf } from '@tradewind/contract/platform/policies'
import { Link } from 'react-router'
import { CompanyLink } from '#crm/company/CompanyLink'
import { useRecord } from '#kit/api/records'
import { useArea, useNavigateFromHere } from '#kit/area'
import { guard } from '#kit/guard'
import { useActor } from '#kit/session'
import { useText } from '#kit/text'
import { useConfirmedRemove } from '#ui/dialog/deletion'
import { useFieldFormatter } from '#ui/entity/useFieldFormatter'
import { useFields } from '#ui/entity/useFields'
import { DetailPage, Facts, Panel } from '#ui/record/DetailPage'
import { History } from '#ui/record/History'
import { Origin } from './Origin.tsx'
import { StatusBadge, useTask, useTaskEditing } from './Task.tsx'

export const handle = { name: phrase('Task') }
export const clientLoader = guard({ rules: nextStepsPolicy.see })

export default function NextStepsShow() {
  const t = useText()
  return (
    <DetailPage kind="nextSteps" policy={nextStepsPolicy} listTitle={t('Tasks')} nameOf={({ todo }) => todo} actions={actionsOf}>
      {(task) => (
        <>
          <Panel>
            <TaskFacts task={task} />
          </Panel>
          <SourceSummary summaryUID={task.summaryUID} />
          <TaskActions task={task} />
        </>
      )}
    </DetailPage>
  )
}

const TaskFacts = ({ task }: { task: NextStep }) => {
  const t = useText()
  const { facts } = useFields(nextStepsFields)
  const edit = useTaskEditing()
  const { mayEdit } = useTask(task)
  const createdByName = () => task.createdByName ?? t('former user')
  return (
    <Facts facts={facts(task, { nextStepsStatus: statusOf, company: companyOf, createdByName }, mayEdit ? edit : undefined)} />
  )
}

const statusOf = (task: NextStep) => <StatusBadge {...task} />
const companyOf = ({ company }: NextStep) => <CompanyLink of={company} />

/** The summary of a task. It may not be shared with the assignee; whoever may not see it gets nothing here. */
const SourceSummary = ({ summaryUID }: { summaryUID: string }) => {
  const { data: summary } = useRecord('summary', summaryUID)
  return summary ? <Origin summary={summary} /> : null
}

const TaskActions = ({ task }: { task: NextStep }) => {
  const words = useFieldFormatter(nextStepsFields)
  const actor = useActor()
  const { maySee } = useTask(task)
  if (!maySee || !can(actor, historyOf(nextStepsPolicy), task)) return null
  return <History kind="nextSteps" uniqueId={task.uniqueId} {...words} />
}

const Actions = ({ task }: { task: NextStep }) => {
  const t = useText()
  const at = useArea()
  const navigate = useNavigateFromHere()
  const { mayClose, mayEdit, mayRemove, close } = useTask(task)
  const remove = useConfirmedRemove('nextSteps')
  const closeHere = () => {
    void close()
    document.getElementById('main')?.focus() // the button is removed
  }
  const removeAndLeave = async () => {
    if (await remove(task.uniqueId, task.todo)) await navigate(at('nextSteps/list'))
  }
  return (
    <>
      {mayRemove && (
        <Button variant="default" onClick={() => void removeAndLeave()} leftSection={<IconTrash size={16} aria-hidden />}>
          {t('Delete')}
        </Button>
      )}
      {mayEdit && (
        <Button
          variant={mayClose ? 'default' : 'filled'}
          component={Link}
          to={at(`nextSteps/edit/${task.uniqueId}`)}
          leftSection={<IconEdit size={16} aria-hidden />}
        >
          {t('Edit')}
        </Button>
      )}
      {mayClose && (
        <Button onClick={closeHere} leftSection={<IconCircleCheck size={16} aria-hidden />}>
          {t('Mark Closed')}
        </Button>
      )}
    </>
  )
}

const actionsOf = (task: NextStep) => <Actions task={task} />
