import { Table, Text, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { Fragment, type ReactNode, useState } from 'react'
import { moveFocusAmong } from '#kit/browser/keyboard'
import { useText } from '#kit/text'
import {
  type AllMatchingBox,
  type Column,
  directionOf,
  groupHeadings,
  type Identified,
  type Listed,
  nameColumnOf,
  nextSort,
  type Selection,
  toggleKey,
  withEditor,
} from '#ui/list/columns'
import { Tooltip } from '#ui/page/floating'
import { Clip } from '#ui/values/Clip'
import { externalLink, nameLink } from '#ui/values/links'
import styles from '#ui/list/list.module.css'

/** Plain elements styled like Mantine's: a list renders up to two hundred rows, and each Mantine component would look up the same values in the theme. */
const plainRowProps = { className: `mantine-Table-tr ${Table.classes.tr}`, 'data-hover': true, 'data-with-row-border': true }
const cellProps = { className: `mantine-Table-td ${Table.classes.td}` }
const headProps = { className: `mantine-Table-th ${Table.classes.th}` }
const sortProps = { className: `mantine-focus-auto mantine-UnstyledButton-root ${UnstyledButton.classes.root} ${styles.sort}` }
const alignRight = { textAlign: 'right' } as const
const dimmed = { color: 'var(--mantine-color-dimmed)' }

/**
 * The key of the table's body: another one once none of its rows is left. The browser then exchanges all of them at once, as it does when another page
 * opens, and not row by row.
 */
const useBodyKey = (rows: readonly Identified[]) => {
  const [body, setBody] = useState({ rows, key: 0 })
  if (body.rows === rows) return body.key
  const ids = new Set(rows.map(({ uniqueId }) => uniqueId))
  const key = body.rows.some(({ uniqueId }) => ids.has(uniqueId)) ? body.key : body.key + 1
  setBody({ rows, key })
  return key
}

/** Rows of records under sortable headers. The name is the link; arrow keys move from row to row, Enter opens. */
export const DataTable = <T extends Identified>(list: Listed<T>) => {
  const groups = groupHeadings(list)
  const bodyKey = useBodyKey(list.rows)
  return (
    <Table
      layout="fixed"
      miw={list.minWidth}
      aria-label={list.label}
      aria-busy={list.stale ?? false}
      mod={{ roomy: list.roomy, dense: !list.roomy }}
      {...(!list.roomy && { horizontalSpacing: 'xs' })}
      highlightOnHover
      tabularNums
    >
      <Heads {...list} />
      <Table.Tbody key={bodyKey} className={list.stale ? styles.stale : undefined} onKeyDown={moveFocusAmong('[data-row-focus]')}>
        {list.rows.map((record, at) => (
          <Fragment key={record.uniqueId}>
            {groups[at] && <GroupHead name={groups[at]} {...list} />}
            <Row record={record} number={(list.first ?? 0) + at} {...list} />
          </Fragment>
        ))}
      </Table.Tbody>
    </Table>
  )
}

const GroupHead = <T extends Identified>({ name, columns, selection, first, menuOf }: Listed<T> & { name: string }) => (
  <Table.Tr data-group>
    <Table.Th scope="rowgroup" colSpan={columns.length + [selection, first !== undefined, menuOf].filter(Boolean).length}>
      {name}
    </Table.Th>
  </Table.Tr>
)

const Heads = <T extends Identified>({ columns, rows, sort, onSort, resizeHandle, selection, first, menuOf }: Listed<T>) => {
  const t = useText()
  return (
    <thead className={`mantine-Table-thead ${Table.classes.thead} ${styles.head}`}>
      <tr {...plainRowProps}>
        {selection && (
          <th {...headProps} style={{ width: '2.75rem' }}>
            <SelectAll selection={selection} keys={rows.map(({ uniqueId }) => uniqueId)} />
          </th>
        )}
        {first !== undefined && (
          <th {...headProps} style={{ width: '3.25rem' }}>
            #
          </th>
        )}
        {columns.map((column) => (
          <Head key={column.field} column={column} sort={sort} onSort={onSort} resizeHandle={resizeHandle} />
        ))}
        {menuOf && (
          <th {...headProps} style={{ width: '3.5rem' }}>
            <VisuallyHidden>{t('Actions')}</VisuallyHidden>
          </th>
        )}
      </tr>
    </thead>
  )
}

interface HeadProps {
  column: Column<never>
  sort: string | undefined
  onSort: ((sort: string) => void) | undefined
  resizeHandle: ReactNode
}

const Head = ({ column: { field, head, sorts, width, figures }, sort, onSort, resizeHandle }: HeadProps) => {
  const common = { ...headProps, style: { width }, 'data-field': field, 'data-figures': figures || undefined }
  if (!sorts || !onSort) {
    return (
      <th {...common}>
        {head}
        {resizeHandle}
      </th>
    )
  }
  const direction = directionOf(sort, field)
  const Arrow = direction === 'descending' ? IconArrowDown : IconArrowUp
  return (
    <th {...common} aria-sort={direction}>
      <button type="button" {...sortProps} onClick={() => onSort(nextSort(sort ?? '', field))}>
        {head}
        <Arrow size={14} aria-hidden />
      </button>
      {resizeHandle}
    </th>
  )
}

interface RowProps<T extends Identified> extends Listed<T> {
  record: T
  number: number
}

const Row = <T extends Identified>({ record, number, columns, linkOf, menuOf, selection, rowProps, first }: RowProps<T>) => {
  const name = nameColumnOf(columns)
  const { uniqueId: key } = record
  return (
    <tr {...plainRowProps} {...rowProps?.(record)} aria-selected={selection?.selectedKeys.has(key)}>
      {selection && (
        <td {...cellProps}>
          <SelectRow selection={selection} of={key} />
        </td>
      )}
      {first !== undefined && (
        <td {...cellProps} style={dimmed}>
          {number}
        </td>
      )}
      {columns.map((column) => (
        <td key={column.field} {...cellProps} style={column.figures ? alignRight : undefined}>
          {withEditor(
            column,
            record,
            column === name
              ? nameContent(column.show(record), linkOf?.(record), column.fullTextOf?.(record))
              : cellContent(column.show(record), column.frame ? undefined : column.hrefOf?.(record)),
          )}
        </td>
      ))}
      {menuOf && (
        <td {...cellProps} style={alignRight}>
          {menuOf(record)}
        </td>
      )}
    </tr>
  )
}

/** A column's value for a record; `href`: where it leads, if it is a link. Plain text is truncated if there is no room for it. */
export const cellContent = (value: ReactNode, href: string | undefined) => {
  const content = typeof value === 'string' ? <Clip>{value}</Clip> : value
  return href ? externalLink(href, content) : content
}

/** A record's name, which links to it. */
export const nameContent = (name: ReactNode, to: string | undefined, fullText: string | undefined) => {
  const content = <Clip fullText={fullText}>{name}</Clip>
  if (to) return nameLink(to, content)
  return (
    <Text span inherit fw={600}>
      {content}
    </Text>
  )
}

export const SelectRow = ({
  selection: { selectedKeys, onSelect, toggle, nameOf, disabledReasonOf },
  of,
}: {
  selection: Selection
  of: string
}) => {
  const t = useText()
  const refusal = disabledReasonOf?.(of)
  const values = { name: nameOf(of) }
  const box = (
    <input
      type="checkbox"
      className={styles.checkbox}
      checked={selectedKeys.has(of)}
      disabled={refusal !== undefined}
      onChange={({ nativeEvent }) => {
        if (toggle) toggle(of, (nativeEvent as MouseEvent).shiftKey)
        else onSelect(toggleKey(selectedKeys, of))
      }}
      aria-label={refusal === undefined ? t('Select {name}', values) : `${t('Select {name}', values)}: ${refusal}`}
      data-row-focus={refusal === undefined || undefined}
    />
  )
  if (refusal === undefined) return box
  return (
    <Tooltip label={refusal}>
      <div style={{ width: 'fit-content' }}>{box}</div>
    </Tooltip>
  )
}

interface SelectAllProps {
  selection: Selection
  keys: readonly string[]
  label?: string
}

/** The checkbox in the header: for all rows on the page, or for the whole list. */
export const SelectAll = ({ selection, keys, label }: SelectAllProps) => {
  const t = useText()
  const { allMatching, onSelect } = selection
  if (allMatching) return <HeadBox {...allMatching} isLabelled={label !== undefined} />
  const open = keys.filter((key) => selection.disabledReasonOf?.(key) === undefined)
  const all = open.length > 0 && open.every((key) => selection.selectedKeys.has(key))
  const some = open.some((key) => selection.selectedKeys.has(key))
  return (
    <HeadBox
      label={label ?? t('Select all on this page')}
      isLabelled={label !== undefined}
      state={all ? 'all' : some ? 'some' : 'none'}
      onSelect={(isSelected) => onSelect(new Set(isSelected ? open : []))}
    />
  )
}

interface HeadBoxProps extends AllMatchingBox {
  /** The label is visible. */
  isLabelled: boolean
}

const HeadBox = ({ label, isLabelled, state, onSelect }: HeadBoxProps) => (
  <label className={styles.headBox}>
    <input
      type="checkbox"
      className={styles.checkbox}
      checked={state === 'all'}
      ref={(box) => {
        if (box) box.indeterminate = state === 'some'
      }}
      onChange={() => onSelect(state !== 'all')}
      aria-label={label}
    />
    {isLabelled && label}
  </label>
)
