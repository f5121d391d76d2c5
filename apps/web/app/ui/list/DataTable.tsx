import { Table, Text, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { Fragment, type ReactNode } from 'react'
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
import { usePrefetchOnIntent } from '#ui/record/RecordLink'
import { Clip } from '#ui/values/Clip'
import { ExternalLink, TextLink } from '#ui/values/links'
import styles from '#ui/list/list.module.css'

/** Rows of records under sortable headers. The name is the link; arrow keys move from row to row, Enter opens. */
export const DataTable = <T extends Identified>(list: Listed<T>) => {
  const groups = groupHeadings(list)
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
      <Table.Tbody className={list.stale ? styles.stale : undefined} onKeyDown={moveFocusAmong('[data-row-focus]')}>
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
    <Table.Thead className={styles.head}>
      <Table.Tr>
        {selection && (
          <Table.Th w={44}>
            <SelectAll selection={selection} keys={rows.map(({ uniqueId }) => uniqueId)} />
          </Table.Th>
        )}
        {first !== undefined && <Table.Th w={52}>#</Table.Th>}
        {columns.map((column) => (
          <Head key={column.field} column={column} sort={sort} onSort={onSort} resizeHandle={resizeHandle} />
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
  resizeHandle: ReactNode
}

const Head = ({ column: { field, head, sorts, width, figures }, sort, onSort, resizeHandle }: HeadProps) => {
  const common = { w: width, 'data-field': field, 'data-figures': figures || undefined }
  if (!sorts || !onSort) {
    return (
      <Table.Th {...common}>
        {head}
        {resizeHandle}
      </Table.Th>
    )
  }
  const direction = directionOf(sort, field)
  const Arrow = direction === 'descending' ? IconArrowDown : IconArrowUp
  return (
    <Table.Th {...common} aria-sort={direction}>
      <UnstyledButton className={styles.sort} onClick={() => onSort(nextSort(sort ?? '', field))}>
        {head}
        <Arrow size={14} aria-hidden />
      </UnstyledButton>
      {resizeHandle}
    </Table.Th>
  )
}

interface RowProps<T extends Identified> extends Listed<T> {
  record: T
  number: number
}

/** Plain elements styled like Mantine's: a list renders up to two hundred rows, and each Mantine component would look up the same values in the theme. */
const plainRowProps = { className: `mantine-Table-tr ${Table.classes.tr}`, 'data-hover': true, 'data-with-row-border': true }
const cellProps = { className: `mantine-Table-td ${Table.classes.td}` }
const alignRight = { textAlign: 'right' } as const
const dimmed = { color: 'var(--mantine-color-dimmed)' }

const Row = <T extends Identified>({
  record,
  number,
  columns,
  linkOf,
  onPrefetch,
  menuOf,
  selection,
  rowProps,
  first,
}: RowProps<T>) => {
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
            column === name ? (
              <Name to={linkOf?.(record)} fullText={column.fullTextOf?.(record)} onPrefetch={() => onPrefetch?.(record)}>
                {column.show(record)}
              </Name>
            ) : (
              <CellContent href={column.frame ? undefined : column.hrefOf?.(record)}>{column.show(record)}</CellContent>
            ),
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

interface CellContentProps {
  /** Where it leads, if it is a link. */
  href?: string | undefined
  children: ReactNode
}

/** A column's value for a record. Plain text is truncated if there is no room for it. */
export const CellContent = ({ href, children }: CellContentProps) => {
  const content = typeof children === 'string' ? <Clip>{children}</Clip> : children
  return href ? <ExternalLink href={href}>{content}</ExternalLink> : content
}

interface NameProps {
  to: string | undefined
  fullText: string | undefined
  onPrefetch: () => void
  children: ReactNode
}

/** A record's name, which links to it. The target is prefetched while the pointer hovers over it or it has the focus. */
export const Name = ({ to, ...named }: NameProps) =>
  to ? (
    <NameLink {...named} to={to} />
  ) : (
    <Text span inherit fw={600}>
      <Clip fullText={named.fullText}>{named.children}</Clip>
    </Text>
  )

const NameLink = ({ to, fullText, onPrefetch, children }: NameProps & { to: string }) => {
  const { intent, scripts } = usePrefetchOnIntent(to, onPrefetch)
  return (
    <>
      <TextLink to={to} {...intent} isName>
        <Clip fullText={fullText}>{children}</Clip>
      </TextLink>
      {scripts}
    </>
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
