import { Box, Button } from '@mantine/core'
import { IconChecklist } from '@tabler/icons-react'
import type { NextStep } from '@tradewind/contract/crm/nextSteps.contract'
import { nextStepsFields } from '@tradewind/contract/crm/nextSteps.fields'
import { companyPolicy, nextStepsPolicy } from '@tradewind/contract/crm/policies'
import { phrase } from '@tradewind/contract/kit/phrase'
import { can } from '@tradewind/contract/kit/policy'
import { isStaff } from '@tradewind/contract/roles'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { bulkActionsFor } from '#crm/bulk/lazyBulk'
import { CompanyLink } from '#crm/company/CompanyLink'
import { useCurrentDay } from '#crm/useCurrentDay'
import { useList } from '#kit/api/query'
import { useArea } from '#kit/area'
import { guard } from '#kit/guard'
import { useActor } from '#kit/session'
import { useText } from '#kit/text'
import { useFields } from '#ui/entity/useFields'
import { PersonSelect } from '#ui/form/SearchSelect'
import { weekOf } from '#ui/values/dates'
import { ViewedList } from '#ui/view/ViewedList'
import { StatusCell, TaskMenu, useIsLevel, useTaskEditing } from './Task.tsx'

export const handle = { name: phrase('Tasks') }
export const clientLoader = guard({ rules: nextStepsPolicy.see })

const renderers = {
  company: ({ company }: NextStep) => <CompanyLink of={company} />,
  nextStepsStatus: (task: NextStep) => <StatusCell task={task} />,
}

/** Without companies there is no summary that a task could belong to. */
const policyWithoutCreate = { ...nextStepsPolicy, create: [] }

const menuOf = (task: NextStep) => <TaskMenu task={task} />

const nameOf = ({ todo }: NextStep) => todo
const bulkActions = bulkActionsFor<NextStep>({ kind: 'nextSteps', policy: nextStepsPolicy, nameOf })

export default function NextStepsList() {
  const t = useText()
  const { columns } = useFields(nextStepsFields)
  const actor = useActor()
  const mayChange = can(actor, nextStepsPolicy.update)
  const edit = useTaskEditing()
  return (
    <ViewedList
      kind="nextSteps"
      title={t('Tasks')}
      policy={can(actor, companyPolicy.see) ? nextStepsPolicy : policyWithoutCreate}
      columns={columns(renderers, edit)}
      edit={edit}
      fields={nextStepsFields}
      numbered
      nameOf={nameOf}
      {...(mayChange && { bulkActions })}
      filters={useFilters()}
      sort="-dateCreated"
      createText={t('New task')}
      actions={<ByDueDay />}
      menuOf={menuOf}
      groupOf={useGroup()}
      empty={{
        icon: IconChecklist,
        title: t('No tasks yet'),
        text: t('A task belongs to the summary of a meeting. Choose New task, or Add Task on a summary.'),
      }}
    />
  )
}

/** Groups tasks by country, when sorted by it, and open tasks by when they are due, when sorted by due day. */
const useGroup = () => {
  const t = useText()
  const [params] = useSearchParams()
  const isLevel = useIsLevel()
  const day = useCurrentDay()
  if (params.get('sort')?.endsWith('country')) return ({ country }: NextStep) => t(country)
  if (params.get('sort') !== 'byWhen' || (params.get('nextStepsStatus') !== 'OPEN' && !isLevel)) return undefined
  return ({ byWhen }: NextStep) => {
    if (byWhen < day) return t('Overdue')
    if (byWhen === day) return t('Today')
    return byWhen <= weekOf(day).dateTo ? t('This week') : t('Later')
  }
}

const assigneeFilter = (input: AssigneeFilterProps) => <AssigneeFilter {...input} />

/** Links to the open tasks grouped by when they are due. */
const ByDueDay = () => {
  const t = useText()
  const at = useArea()
  return (
    <Button component={Link} to={at('nextSteps/list?sort=byWhen&nextStepsStatus=OPEN')} variant="default">
      {t('Open tasks by due day')}
    </Button>
  )
}

/** Levels see open tasks only, and a member's tasks are all assigned to the member: a filter with a single possible value is left out. */
const useFilters = () => {
  const t = useText()
  const { labels } = useFields(nextStepsFields)
  const actor = useActor()
  const staff = isStaff(actor)
  const isLevel = useIsLevel()
  const statuses = Object.entries(nextStepsFields.nextStepsStatus.choices).map(([value, name]) => ({ value, label: t(name) }))
  return {
    todo: labels.todo,
    ...(!isLevel && { nextStepsStatus: { label: labels.nextStepsStatus, choices: statuses } }),
    ...(staff && { assignedUser: { input: assigneeFilter } }),
  }
}

interface AssigneeFilterProps {
  name: string
  value: string
  onChange: (value: string) => void
}

/** Filters by assignee, one of the staff; loads the choices when the input is first used. The address holds only the id. */
const AssigneeFilter = ({ name, value, onChange }: AssigneeFilterProps) => {
  const t = useText()
  const { data } = useList('GET /api/admin/options', { uniqueId: value }, { enabled: value !== '' })
  const [isRequested, setRequested] = useState(false)
  const request = () => setRequested(true)
  return (
    <Box flex="1 1 120px" maw={240} onPointerEnter={request} onFocus={request}>
      <PersonSelect
        name={name}
        size="xs"
        label={t(nextStepsFields.assignedUser.label)}
        enabled={isRequested}
        {...(!isRequested && { nothingFoundMessage: t('Loading') })}
        value={value || null}
        selectedName={data?.rows.find(({ uniqueId }) => uniqueId === value)?.fullName}
        onChoose={(found) => onChange(found?.uniqueId ?? '')}
        openOnFocus={false}
        clearable
      />
    </Box>
  )
}
