import { SegmentedControl } from '@mantine/core'
import { IconChecklist } from '@tabler/icons-react'
import type { NextStep } from '@tradewind/contract/crm/nextSteps.contract'
import { nextStepsFields } from '@tradewind/contract/crm/nextSteps.fields'
import { useSearchParams } from 'react-router'
import { StatusCell, TaskMenu, useIsLevel, useTaskEditing } from '#crm/nextSteps/Task'
import { subjectFilter, type Subject } from '#crm/subject'
import { useArea } from '#kit/area'
import { useText } from '#kit/text'
import { useFields } from '#ui/entity/useFields'
import { useListing } from '#ui/list/Paged'
import { useNextActions } from './nextActions.tsx'
import { selectColumns, TabEmpty, TabList } from './RecordTabs.tsx'

const renderers = { nextStepsStatus: (task: NextStep) => <StatusCell task={task} /> }
const menuOf = (task: NextStep) => <TaskMenu task={task} />

/** The open tasks of a company, or those from meetings that a contact attended, the next due first; and those that are closed. */
export const TasksTab = (subject: Subject) => {
  const t = useText()
  const at = useArea()
  const { columns } = useFields(nextStepsFields)
  const [params] = useSearchParams()
  const isClosed = params.get('tasks') === 'closed'
  const listing = useListing('GET /api/nextSteps/', {
    fixedInput: { ...subjectFilter(subject), nextStepsStatus: isClosed ? 'CLOSED' : 'OPEN' },
    sort: isClosed ? '-byWhen' : 'byWhen',
  })
  const edit = useTaskEditing()
  const { task, dialog } = useNextActions(subject)
  const isLevel = useIsLevel()
  return (
    <>
      {!isLevel && <StateChoice isClosed={isClosed} />}
      <TabList
        listing={listing}
        label={t('Tasks')}
        columns={selectColumns(columns(renderers, edit), {
          todo: null,
          nextStepsStatus: '12%',
          byWhen: '12%',
          assignedUser: '18%',
          dateCreated: '14%',
        })}
        linkOf={({ uniqueId }) => at(`nextSteps/show/${uniqueId}`)}
        menuOf={menuOf}
        empty={
          <TabEmpty
            icon={IconChecklist}
            title={isClosed ? t('No closed tasks') : t('No open tasks')}
            text={t('Everything promised at meetings, by whom and by when.')}
            fill={isClosed ? null : task}
          />
        }
      />
      {dialog}
    </>
  )
}

/** Switches between open and closed tasks, from the first page in the usual order. */
const StateChoice = ({ isClosed }: { isClosed: boolean }) => {
  const t = useText()
  const [params, setParams] = useSearchParams()
  const choose = (state: string) => {
    const tab = { tab: params.get('tab') ?? '' }
    setParams(state ? { ...tab, tasks: state } : tab, { preventScrollReset: true })
  }
  return (
    <SegmentedControl
      size="xs"
      mb="sm"
      aria-label={t('Tasks')}
      value={isClosed ? 'closed' : ''}
      onChange={choose}
      data={[
        { value: '', label: t('Open') },
        { value: 'closed', label: t('Closed') },
      ]}
    />
  )
}
