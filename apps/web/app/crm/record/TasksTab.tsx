import { IconChecklist } from '@tabler/icons-react'
import type { NextStep } from '@tradewind/contract/crm/nextSteps.contract'
import { nextStepsFields } from '@tradewind/contract/crm/nextSteps.fields'
import { StatusCell, TaskMenu, useTaskEditing } from '#crm/nextSteps/Task'
import { subjectFilter, type Subject } from '#crm/subject'
import { useArea } from '#kit/area'
import { useText } from '#kit/text'
import { useFields } from '#ui/entity/useFields'
import { useListing } from '#ui/list/Paged'
import { useNextActions } from './nextActions.tsx'
import { selectColumns, TabEmpty, TabList } from './RecordTabs.tsx'

const renderers = { nextStepsStatus: (task: NextStep) => <StatusCell task={task} /> }
const menuOf = (task: NextStep) => <TaskMenu task={task} />

/** The tasks of a company, or those from meetings that a contact attended. */
export const TasksTab = (subject: Subject) => {
  const t = useText()
  const at = useArea()
  const { columns } = useFields(nextStepsFields)
  const listing = useListing('GET /api/nextSteps/', { fixedInput: subjectFilter(subject), sort: '-byWhen' })
  const edit = useTaskEditing()
  const { task, dialog } = useNextActions(subject)
  return (
    <>
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
            title={t('No tasks yet')}
            text={t('Everything promised at meetings, by whom and by when.')}
            fill={task}
          />
        }
      />
      {dialog}
    </>
  )
}
