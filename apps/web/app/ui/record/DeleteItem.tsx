import { Menu } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useText } from '#kit/text'

/** Deletes; it can't be pressed before it is told how. */
export const DeleteItem = ({ text, onClick }: { text?: string | undefined; onClick?: () => void }) => {
  const t = useText()
  return (
    <Menu.Item color="red" disabled={!onClick} {...(onClick && { onClick })} leftSection={<IconTrash size={16} aria-hidden />}>
      {text ?? t('Delete')}
    </Menu.Item>
  )
}
