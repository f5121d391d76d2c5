import { ActionIcon, Button } from '@mantine/core'
import { type Icon, IconEdit, IconTrash } from '@tabler/icons-react'
import { Link } from 'react-router'
import { useNarrow } from '#kit/browser/narrow'
import { useText } from '#kit/text'
import { Menu, Tooltip } from '#ui/page/floating'
import { useRecordActions } from '#ui/record/DetailPage'
import { RowMenu } from '#ui/record/RowMenu'

/** What one does next with a record: a screen that it leads to, or what it does. */
export type NextAction = { text: string; icon: Icon } & ({ to: string } | { onClick: () => void })

type Acted = Parameters<typeof useRecordActions>[0]

interface RecordHeadProps extends Acted {
  /** What the actor may do, the first one as the page's filled button. */
  next: readonly NextAction[]
}

/** What may be done with a record: one filled button, the others beside it, Edit and Delete as signs. On a phone all but the first are in a menu. */
export const RecordHead = ({ next: [main, ...others], ...record }: RecordHeadProps) => {
  const narrow = useNarrow()
  const own = useRecordActions(record)
  const hasMenu = others.length > 0 || own.editPath !== null || own.remove !== null
  return (
    <>
      {narrow ? (
        hasMenu && <ActionMenu name={record.name} others={others} {...own} />
      ) : (
        <>
          <QuietActions {...own} />
          {others.map((action) => (
            <ActionButton key={action.text} action={action} />
          ))}
        </>
      )}
      {main && <ActionButton action={main} filled />}
    </>
  )
}

type OwnActions = ReturnType<typeof useRecordActions>

const ActionButton = ({ action, filled = false }: { action: NextAction; filled?: boolean }) => {
  const { text, icon: Sign } = action
  const look = { variant: filled ? 'filled' : 'default', leftSection: <Sign size={16} aria-hidden /> }
  return 'to' in action ? (
    <Button component={Link} to={action.to} prefetch="intent" {...look}>
      {text}
    </Button>
  ) : (
    <Button onClick={action.onClick} {...look}>
      {text}
    </Button>
  )
}

const QuietActions = ({ editPath, remove }: OwnActions) => {
  const t = useText()
  return (
    <>
      {remove && (
        <Tooltip label={t('Delete')}>
          <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t('Delete')} onClick={remove}>
            <IconTrash size={18} aria-hidden />
          </ActionIcon>
        </Tooltip>
      )}
      {editPath && (
        <Tooltip label={t('Edit')}>
          <ActionIcon
            component={Link}
            to={editPath}
            prefetch="intent"
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={t('Edit')}
          >
            <IconEdit size={18} aria-hidden />
          </ActionIcon>
        </Tooltip>
      )}
    </>
  )
}

const ActionMenu = ({ name, others, editPath, remove }: OwnActions & { name: string; others: readonly NextAction[] }) => {
  const t = useText()
  return (
    <RowMenu name={name}>
      {others.map((action) => (
        <ActionItem key={action.text} action={action} />
      ))}
      {editPath && (
        <Menu.Item component={Link} to={editPath} leftSection={<IconEdit size={16} aria-hidden />}>
          {t('Edit')}
        </Menu.Item>
      )}
      {remove && (
        <Menu.Item color="red" onClick={remove} leftSection={<IconTrash size={16} aria-hidden />}>
          {t('Delete')}
        </Menu.Item>
      )}
    </RowMenu>
  )
}

const ActionItem = ({ action }: { action: NextAction }) => {
  const { text, icon: Sign } = action
  const leftSection = <Sign size={16} aria-hidden />
  return 'to' in action ? (
    <Menu.Item component={Link} to={action.to} leftSection={leftSection}>
      {text}
    </Menu.Item>
  ) : (
    <Menu.Item onClick={action.onClick} leftSection={leftSection}>
      {text}
    </Menu.Item>
  )
}
