import { Text } from '@mantine/core'
import type { DriveItem } from '@tradewind/contract/drive/item'
import { useText } from '#kit/text'

/** Which items a dialog is about: the name of one, or the first few of many. */
export const Named = ({ items }: { items: readonly DriveItem[] }) => {
  const t = useText()
  const names = items.slice(0, 3).map(({ name }) => name)
  const rest = items.length - names.length
  const shown = names.join(', ')
  return (
    <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
      {rest > 0 ? t('{names} and {count} more', { names: shown, count: rest }) : shown}
    </Text>
  )
}
