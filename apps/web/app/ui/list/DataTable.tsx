import { Anchor, Checkbox, Table, Text, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { moveAmong } from '#kit/browser/keyboard'
import { useText } from '#kit/text'
import { Clip } from '#ui/values/Clip'
import { type Column, directionOf, type Listed, sortAfter, type Ticks, toggled } from '#ui/list/columns'
import styles from '#ui/list/list.module.css'

/** Rows of records under heads that sort. The name is the link; arrow keys go from row to row, Enter opens. */
export const DataTable = <T,>(listed: Listed<T>) => (
  <Table layout="fixed" aria-label={listed.label} aria-busy={listed.stale ?? false} highlightOnHover tabularNums>
    <Heads {...listed} />
    <Table.Tbody className={listed.stale ? styles.stale : undefined} onKeyDown={moveAmong('[data-row-focus]')}>
      {listed.rows.map((record) => (
        <Row key={listed.keyOf(record)} record={record} {...listed} />
      ))}
    </Table.Tbody>
  </Table>
)

const Heads = <T,>({ columns, rows, keyOf, sort, onSort, ticks, menuOf }: Listed<T>) => {
  const t = useText()
  return (
    <Table.Thead className={styles.head}>
      <Table.Tr>
        {ticks && (
          <Table.Th w={44}>
            <TickAll ticks={ticks} keys={rows.map(keyOf)} />
          </Table.Th>
        )}
        {columns.map((column) => (
          <Head key={column.field} column={column} sort={sort} onSort={onSort} />
        ))}
        {menuOf && (
          <Table.Th w={56}>
            <VisuallyHidden>{t('Actions')}</VisuallyHidden>
          </Table.Th>
        )}
      </Table.Tr>
    </Table.Thead>
  )
}

interface HeadProps {
  column: Column<never>
  sort: string | undefined
  onSort: ((sort: string) => void) | undefined
}

const Head = ({ column: { field, head, sorts, width, figures }, sort, onSort }: HeadProps) => {
  if (!sorts || !onSort) {
    return (
      <Table.Th w={width} ta={figures ? 'right' : undefined}>
        {head}
      </Table.Th>
    )
  }
  const direction = directionOf(sort, field)
  const Arrow = direction === 'descending' ? IconArrowDown : IconArrowUp
  return (
    <Table.Th w={width} ta={figures ? 'right' : undefined} aria-sort={direction}>
      <UnstyledButton className={styles.sort} onClick={() => onSort(sortAfter(sort ?? '', field))}>
        {head}
        <Arrow size={14} aria-hidden />
      </UnstyledButton>
    </Table.Th>
  )
}

const Row = <T,>({ record, columns, keyOf, linkOf, onAhead, menuOf, ticks }: Listed<T> & { record: T }) => {
  const [name, ...others] = columns
  const key = keyOf(record)
  return (
    <Table.Tr aria-selected={ticks?.ticked.has(key)}>
      {ticks && (
        <Table.Td>
          <Tick ticks={ticks} of={key} />
        </Table.Td>
      )}
      <Table.Td>
        <Name to={linkOf?.(record)} onAhead={() => onAhead?.(record)}>
          {name?.show(record)}
        </Name>
      </Table.Td>
      {others.map(({ field, show, figures }) => (
        <Table.Td key={field} ta={figures ? 'right' : undefined}>
          {show(record)}
        </Table.Td>
      ))}
      {menuOf && <Table.Td ta="right">{menuOf(record)}</Table.Td>}
    </Table.Tr>
  )
}

/** A record's name, which opens it. What it opens is fetched while the pointer or the focus rests on it. */
export const Name = ({ to, onAhead, children }: { to: string | undefined; onAhead: () => void; children: ReactNode }) =>
  to ? (
    <Anchor
      component={Link}
      to={to}
      prefetch="intent"
      onMouseEnter={onAhead}
      onFocus={onAhead}
      fw={600}
      fz="inherit"
      data-row-focus
    >
      <Clip>{children}</Clip>
    </Anchor>
  ) : (
    <Text span inherit fw={600}>
      <Clip>{children}</Clip>
    </Text>
  )

export const Tick = ({ ticks: { ticked, onTick, nameOf }, of }: { ticks: Ticks; of: string }) => {
  const t = useText()
  return (
    <Checkbox
      checked={ticked.has(of)}
      onChange={() => onTick(toggled(ticked, of))}
      aria-label={t('Select {name}', { name: nameOf(of) })}
      data-row-focus
    />
  )
}

export const TickAll = ({
  ticks: { ticked, onTick },
  keys,
  label,
}: {
  ticks: Ticks
  keys: readonly string[]
  label?: string
}) => {
  const t = useText()
  const all = keys.length > 0 && keys.every((key) => ticked.has(key))
  return (
    <Checkbox
      checked={all}
      indeterminate={!all && keys.some((key) => ticked.has(key))}
      onChange={() => onTick(new Set(all ? [] : keys))}
      {...(label ? { label } : { 'aria-label': t('Select all on this page') })}
    />
  )
}
