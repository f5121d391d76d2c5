import { Menu } from '@mantine/core'
import { IconCircleCheck, IconEdit, IconEye, IconTrash } from '@tabler/icons-react'
import type { NextStep } from '@tradewind/contract/crm/nextSteps.contract'
import { Link } from 'react-router'
import { useArea } from '#kit/area'
import { useText } from '#kit/text'
import { RowMenu } from '#ui/record/RowMenu'
import { useTask } from './useTask.ts'

/** What can be done with one task of a list. */
export const TaskMenu = ({ task }: { task: NextStep }) => {
  const t = useText()
  const at = useArea()
  const { mayClose, mayEdit, mayRemove, close, remove } = useTask(task)
  return (
    <RowMenu name={task.todo}>
      {mayClose && (
        <Menu.Item onClick={() => void close()} leftSection={<IconCircleCheck size={16} aria-hidden />}>
          {t('Mark Closed')}
        </Menu.Item>
      )}
      <Menu.Item component={Link} to={at(`nextSteps/show/${task.uniqueId}`)} leftSection={<IconEye size={16} aria-hidden />}>
        {t('Details')}
      </Menu.Item>
      {mayEdit && (
        <Menu.Item component={Link} to={at(`nextSteps/edit/${task.uniqueId}`)} leftSection={<IconEdit size={16} aria-hidden />}>
          {t('Edit')}
        </Menu.Item>
      )}
      {mayRemove && (
        <Menu.Item color="red" onClick={() => void remove()} leftSection={<IconTrash size={16} aria-hidden />}>
          {t('Delete')}
        </Menu.Item>
      )}
    </RowMenu>
  )
}
