import { Button } from '@mantine/core'
import type { Rows } from '#kit/api/calls'
import { useText } from '#kit/text'

/** Where a list within a page goes on: the next ones are added below. */
export const More = ({ list, onMore }: { list: Rows<unknown> | undefined; onMore: () => void }) => {
  const t = useText()
  if (!list || list.total <= list.rows.length) return null
  return (
    <Button variant="default" size="xs" onClick={onMore} style={{ alignSelf: 'flex-start' }}>
      {t('Show more')}
    </Button>
  )
}
