import { Menu } from '@mantine/core'
import { IconEdit, IconEye, IconRestore } from '@tabler/icons-react'
import type { Message } from '@tradewind/contract/platform/message.contract'
import { Link } from 'react-router'
import { pathOf } from '#kit/api/paths'
import { useText } from '#kit/text'
import { RowMenu } from '#ui/record/RowMenu'
import { nameOf } from './message.words.ts'
import { useReset } from './useReset.ts'

/** What can be done with one text. */
export const MessageMenu = ({ message }: { message: Message }) => {
  const t = useText()
  const reset = useReset()
  const to = (screen: 'show' | 'edit') => pathOf('message', `${screen}/${message.uniqueId}`)
  return (
    <RowMenu name={nameOf(message)}>
      <Menu.Item component={Link} to={to('show')} leftSection={<IconEye size={16} aria-hidden />}>
        {t('Details')}
      </Menu.Item>
      <Menu.Item component={Link} to={to('edit')} leftSection={<IconEdit size={16} aria-hidden />}>
        {t('Edit')}
      </Menu.Item>
      {message.isOverridden && (
        <Menu.Item onClick={() => void reset(message)} leftSection={<IconRestore size={16} aria-hidden />}>
          {t('Reset')}
        </Menu.Item>
      )}
    </RowMenu>
  )
}
