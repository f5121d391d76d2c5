import { ActionIcon, Box, Button, Checkbox, Group, Popover, SegmentedControl, Stack, Text } from '@mantine/core'
import { type FieldSpecs, listName, specsOf } from '@tradewind/contract/kit/entityFields'
import { columnWidth, type ListState, pageSizes, MAX_COLUMNS } from '@tradewind/contract/kit/view'
import { useState } from 'react'
import { useIsNarrow } from '#kit/browser/useIsNarrow'
import { type Translate, useText } from '#kit/text'
import { labelOf } from '#ui/entity/words'
import { NativeSelect } from '#ui/form/NativeSelect'
import type { ListColumns, OfferedColumn } from './ListTools.tsx'
import type { ListDisplay } from './useListView.ts'
import styles from './view.module.css'

interface ColumnsMenuProps {
  fields: FieldSpecs
  columns: ListColumns | undefined
  view: ListDisplay
  onClose: () => void
}

/** No size and no sort order mean those of the list. */
const displayDefaults: Partial<ListState> = { columns: [], widths: {}, density: 'line', size: 0, sort: '' }

/** The display options of a list: its columns, their order and widths, and the row height; its sort order; and the page size. */
export const ColumnsMenu = ({ fields, columns, view, onClose }: ColumnsMenuProps) => {
  const t = useText()
  const { state, change } = view
  return (
    <Popover opened onChange={onClose} onDismiss={onClose} position="bottom-end" width={320} trapFocus returnFocus shadow="md">
      <Popover.Target>
        <Button variant="default" size="xs" className={styles.last ?? ''} onClick={onClose}>
          {t('Display')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('Display options')}>
        <Stack gap="sm">
          {columns ? <TableOptions columns={columns} view={view} /> : <Order columns={sortableFields(fields, t)} view={view} />}
          <NativeSelect
            size="xs"
            label={t('Records per page')}
            data={[...new Set([...pageSizes, state.size])].toSorted((one, other) => one - other).map(String)}
            value={String(state.size)}
            onChange={(event) => change({ size: Number(event.currentTarget.value) })}
          />
          <Button variant="subtle" size="xs" onClick={() => change(displayDefaults)}>
            {t('Reset display')}
          </Button>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}

/** Where the rows are shown as cards, columns have no width, and rows no height; the sort order is above them. */
const TableOptions = ({ columns, view }: { columns: ListColumns; view: ListDisplay }) => {
  const t = useText()
  const areCards = useIsNarrow(columns.visibleFields.length)
  return (
    <>
      <Columns {...columns} view={view} hasWidths={!areCards} />
      {!areCards && (
        <>
          <SegmentedControl
            fullWidth
            size="xs"
            aria-label={t('Row height')}
            value={view.state.density}
            onChange={(density) => view.change({ density })}
            data={[
              { value: 'line', label: t('One line') },
              { value: 'roomy', label: t('Roomy') },
            ]}
          />
          <Order columns={columns.all.filter(({ sorts }) => sorts)} view={view} />
        </>
      )}
    </>
  )
}

type SortableColumn = Pick<OfferedColumn, 'field' | 'head'>

/** The fields that cards without columns can be sorted by. */
const sortableFields = (fields: FieldSpecs, t: Translate): SortableColumn[] =>
  specsOf(fields).flatMap(([field, spec]) => (spec.sortable ? [{ field: listName(field, spec), head: labelOf(spec, t) }] : []))

/** The sort order: cards have no headers to click on, and a table can be sorted by a column that it does not show. */
const Order = ({ columns, view: { state, change } }: { columns: readonly SortableColumn[]; view: ListDisplay }) => {
  const t = useText()
  const orders = columns.flatMap(({ field, head }) => [
    { value: `-${field}`, label: t('{column}, descending', { column: head }) },
    { value: field, label: t('{column}, ascending', { column: head }) },
  ])
  return (
    <NativeSelect
      size="xs"
      label={t('Sort by')}
      data={orders}
      value={state.sort}
      onChange={(event) => change({ sort: event.currentTarget.value })}
    />
  )
}

/** The step by which a column is resized by the keyboard, in pixels. */
const WIDTH_STEP = 20

interface ColumnsProps extends ListColumns {
  view: ListDisplay
  hasWidths: boolean
}

const Columns = ({ name, all, visibleFields, view: { change }, hasWidths }: ColumnsProps) => {
  const t = useText()
  const [dragged, setDragged] = useState<string>()
  const [over, setOver] = useState<string>()
  const others = visibleFields.filter((field) => field !== name)
  const isFull = visibleFields.length >= MAX_COLUMNS
  const rest = all.filter(({ field }) => !visibleFields.includes(field))
  /** Changes the columns other than the record's name, which comes first. */
  const changeOthers = (next: (now: readonly string[]) => readonly string[]) =>
    change(
      ({ columns }) => {
        const offered = columns.filter((field) => field !== name && all.some((one) => one.field === field))
        return { columns: [name!, ...next(columns.length > 0 ? offered : others)] }
      },
      { replace: true },
    )
  const toggle = (field: string, isShown: boolean) =>
    changeOthers((now) => [...now.filter((one) => one !== field), ...(isShown ? [field] : [])])
  const moveTo = (field: string, target: (now: readonly string[]) => number) =>
    changeOthers((now) =>
      now.filter((one) => one !== field).toSpliced(Math.max(0, Math.min(target(now), now.length - 1)), 0, field),
    )
  const drop = (on: string) => {
    setOver(undefined)
    if (dragged && dragged !== on) moveTo(dragged, (now) => now.indexOf(on))
  }
  const changeWidth = ({ field, weight }: OfferedColumn, by: number) =>
    change(
      ({ widths }) => {
        const width = (widths[field] ?? Math.round(weight)) + by
        return { widths: { ...widths, [field]: Math.max(columnWidth.min, Math.min(columnWidth.max, width)) } }
      },
      { replace: true },
    )
  return (
    <ul className={styles.columns} aria-label={t('Columns')}>
      {[...visibleFields.flatMap((field) => all.filter((one) => one.field === field)), ...rest].map((column) => {
        const { field, head } = column
        const at = others.indexOf(field)
        return (
          <Box
            component="li"
            key={field}
            draggable={at >= 0}
            data-over={over === field || undefined}
            onDragStart={() => setDragged(field)}
            onDragOver={(event) => {
              if (at < 0) return
              event.preventDefault()
              setOver(field)
            }}
            onDragLeave={() => setOver(undefined)}
            onDrop={() => drop(field)}
          >
            <Checkbox
              size="xs"
              label={head}
              checked={visibleFields.includes(field)}
              disabled={field === name || (isFull && !visibleFields.includes(field))}
              onChange={(event) => toggle(field, event.currentTarget.checked)}
            />
            {visibleFields.includes(field) && (
              <ColumnButtons
                head={head}
                onResize={hasWidths ? (by) => changeWidth(column, by) : undefined}
                onMove={at < 0 ? undefined : (by) => moveTo(field, (now) => now.indexOf(field) + by)}
              />
            )}
          </Box>
        )
      })}
      {rest.length > 0 && visibleFields.length === 1 && <Hint>{t('Choose the columns that you want to see.')}</Hint>}
      {rest.length > 0 && isFull && <Hint>{t('At most {count} columns. Hide one first.', { count: MAX_COLUMNS })}</Hint>}
    </ul>
  )
}

const Hint = ({ children }: { children: string }) => (
  <Text component="li" size="xs" c="dimmed">
    {children}
  </Text>
)

interface ColumnButtonsProps {
  head: string
  onResize: ((by: number) => void) | undefined
  onMove: ((by: number) => void) | undefined
}

const ColumnButtons = ({ head, onResize, onMove }: ColumnButtonsProps) => {
  const t = useText()
  const column = { column: head }
  const steps = [
    ...(onResize
      ? [
          { label: t('{column}: narrower', column), sign: '−', run: () => onResize(-WIDTH_STEP) },
          { label: t('{column}: wider', column), sign: '+', run: () => onResize(WIDTH_STEP) },
        ]
      : []),
    ...(onMove
      ? [
          { label: t('{column}: up', column), sign: '↑', run: () => onMove(-1) },
          { label: t('{column}: down', column), sign: '↓', run: () => onMove(1) },
        ]
      : []),
  ]
  return (
    <Group gap={2} wrap="nowrap">
      {steps.map(({ label, sign, run }) => (
        <ActionIcon key={label} size="sm" variant="subtle" color="gray" aria-label={label} title={label} onClick={run}>
          {sign}
        </ActionIcon>
      ))}
    </Group>
  )
}
