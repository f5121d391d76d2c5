import { Menu } from '@mantine/core'
import { IconArchive, IconEdit, IconEye, IconRestore, IconTrash } from '@tabler/icons-react'
import { Link } from 'react-router'
import { pathOf } from '#kit/api/paths'
import { useArea } from '#kit/area'
import { useText } from '#kit/text'
import { type QuestionConfig, nameOf, type Question } from '#ui/question/questionConfig'
import { useStanding } from '#ui/question/useStanding'
import { RowMenu } from '#ui/record/RowMenu'
import { useRemoval } from '#ui/record/useRemoval'

/** What can be done with one question. */
export const QuestionMenu = ({ asking, question }: { asking: QuestionConfig; question: Question }) => {
  const t = useText()
  const at = useArea()
  const remove = useRemoval(asking.kind)
  const { retire, askAgain } = useStanding(asking)
  const { uniqueId, retired, answered } = question
  const to = (screen: 'show' | 'edit') => at(pathOf(asking.kind, `${screen}/${uniqueId}`))
  return (
    <RowMenu name={nameOf(question)}>
      <Menu.Item component={Link} to={to('show')} leftSection={<IconEye size={16} aria-hidden />}>
        {t('Details')}
      </Menu.Item>
      <Menu.Item component={Link} to={to('edit')} leftSection={<IconEdit size={16} aria-hidden />}>
        {t('Edit')}
      </Menu.Item>
      {retired ? (
        <Menu.Item onClick={() => void askAgain(question)} leftSection={<IconRestore size={16} aria-hidden />}>
          {t('Ask again')}
        </Menu.Item>
      ) : (
        <Menu.Item onClick={() => void retire(question)} leftSection={<IconArchive size={16} aria-hidden />}>
          {t('Retire')}
        </Menu.Item>
      )}
      {!answered && (
        <Menu.Item
          color="red"
          onClick={() => void remove(uniqueId, nameOf(question))}
          leftSection={<IconTrash size={16} aria-hidden />}
        >
          {t('Delete')}
        </Menu.Item>
      )}
    </RowMenu>
  )
}
