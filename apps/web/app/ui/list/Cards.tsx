import { Box, Group, NativeSelect, Paper, Stack } from '@mantine/core'
import { moveAmong } from '#kit/browser/keyboard'
import { useText } from '#kit/text'
import type { Listed } from '#ui/list/columns'
import { Name, Shown, Tick, TickAll } from '#ui/list/DataTable'
import styles from '#ui/list/list.module.css'

/** The rows of a list as cards, for narrow screens. */
export const Cards = <T,>(listed: Listed<T>) => (
  <Stack gap="sm">
    <Order {...listed} />
    <Box
      component="ul"
      className={`${styles.cards} quiet-links ${listed.stale ? styles.stale : ''}`}
      aria-label={listed.label}
      onKeyDown={moveAmong('[data-row-focus]')}
    >
      {listed.rows.map((record) => (
        <Card key={listed.keyOf(record)} record={record} {...listed} />
      ))}
    </Box>
  </Stack>
)

const Order = <T,>({ columns, rows, keyOf, sort, onSort, ticks }: Listed<T>) => {
  const t = useText()
  const ways = columns
    .filter(({ sorts }) => sorts)
    .flatMap(({ field, head }) => [
      { value: field, label: t('{column}, ascending', { column: head }) },
      { value: `-${field}`, label: t('{column}, descending', { column: head }) },
    ])
  return (
    <Group justify="space-between">
      {ticks && <TickAll ticks={ticks} keys={rows.map(keyOf)} label={t('Select all')} />}
      {ways.length > 0 && (
        <NativeSelect
          flex={1}
          aria-label={t('Sort by')}
          data={ways}
          value={sort}
          onChange={(event) => onSort?.(event.currentTarget.value)}
        />
      )}
    </Group>
  )
}

const Card = <T,>({ record, columns, card, keyOf, linkOf, onPrefetch, menuOf, ticks }: Listed<T> & { record: T }) => {
  const [name] = columns
  const others = columns.filter(({ field }) => (card ? !card.instead.includes(field) : field !== name?.field))
  return (
    <Paper component="li" withBorder p="sm">
      <Group wrap="nowrap" align="flex-start" justify="space-between" gap="xs">
        {ticks && <Tick ticks={ticks} of={keyOf(record)} />}
        <div style={{ flex: 1, minWidth: 0 }}>
          <Name to={linkOf?.(record)} whole={card ? undefined : name?.whole?.(record)} onPrefetch={() => onPrefetch?.(record)}>
            {card ? card.title(record) : name?.show(record)}
          </Name>
        </div>
        {menuOf?.(record)}
      </Group>
      <dl className={styles.facts}>
        {others.map(({ field, head, show }) => (
          <div key={field} style={{ display: 'contents' }}>
            <dt>{head}</dt>
            <dd>
              <Shown>{show(record)}</Shown>
            </dd>
          </div>
        ))}
      </dl>
    </Paper>
  )
}
