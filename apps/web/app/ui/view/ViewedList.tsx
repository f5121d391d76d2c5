import { Button, Text } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import type { FieldSpecs } from '@tradewind/contract/kit/entityFields'
import { columnWidth } from '@tradewind/contract/kit/view'
import { Suspense, useEffect, useRef, useState } from 'react'
import type { Kind, RecordOf } from '#kit/api/calls'
import { useText } from '#kit/text'
import { useCustomColumns } from '#ui/entity/useCustom'
import type { Editing } from '#ui/entity/useEditing'
import type { Column } from '#ui/list/columns'
import { ListFilters, type ListPageProps, Page, useKindListing } from '#ui/list/ListPage'
import { lazyWithRetry } from '#ui/page/lazyWithRetry'
import { ListTools, useColumns } from './ListTools.tsx'
import { type KindWithViews, type ListView, useListView, type View } from './useListView.ts'
import styles from './view.module.css'

const ViewMenu = lazyWithRetry(async () => (await import('./ViewMenu.tsx')).ViewMenu)

/** The current view, beside a list's title. Its menu is loaded when it is first opened. */
export const ViewButton = ({ kind, view }: { kind: KindWithViews; view: ListView }) => {
  const [isOpen, setOpen] = useState(false)
  const wasOpen = useRef(false)
  const target = useRef<HTMLButtonElement>(null)
  const label = useViewLabel(view)
  useEffect(() => {
    // The menu and its dialog have left the page together with the focus.
    if (wasOpen.current && !isOpen && document.activeElement === document.body) target.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  const button = (loading: boolean) => (
    <Button
      ref={target}
      variant="subtle"
      size="compact-md"
      className={styles.view ?? ''}
      rightSection={<IconChevronDown size={14} aria-hidden />}
      aria-label={label}
      aria-haspopup="menu"
      loading={loading}
      onClick={() => setOpen(true)}
    >
      <ViewTitle view={view.view} isEdited={view.isEdited} />
    </Button>
  )
  if (!isOpen) return button(false)
  return (
    <Suspense fallback={button(true)}>
      <ViewMenu kind={kind} view={view} onClose={() => setOpen(false)} />
    </Suspense>
  )
}

/** The accessible name of the button: its text and its purpose. */
export const useViewLabel = ({ view, isEdited }: Pick<ListView, 'view' | 'isEdited'>) => {
  const t = useText()
  const name = view?.name ?? t('All records')
  return t('View: {name}', { name: isEdited ? `${name} • ${t('edited')}` : name })
}

/** The name of the current view, and whether the list differs from the saved view. */
export const ViewTitle = ({ view, isEdited }: { view: View | undefined; isEdited: boolean }) => {
  const t = useText()
  return (
    <>
      <Text span inherit truncate>
        {view?.name ?? t('All records')}
      </Text>
      {isEdited && (
        <Text span inherit c="dimmed" ms={6}>
          • {t('edited')}
        </Text>
      )}
    </>
  )
}

interface ViewedListProps<K extends Kind> extends ListPageProps<K> {
  /** The fields that conditions and views of the list can use. */
  fields: FieldSpecs
  /** Edits optional columns in place, like the default columns. */
  edit?: Editing<RecordOf<K>>
  /** Without the custom fields of its kind. */
  plain?: boolean
  /** A column that is computed only for lists that show it. */
  computed?: string
}

/** A list with conditions and views: its display options are in the address, too. */
export const ViewedList = <K extends Kind & KindWithViews>({ fields, edit, plain, computed, ...page }: ViewedListProps<K>) => {
  const { kind, filters, sort, fixedInput } = page
  const filterNames = Object.keys(filters)
  const defaultColumns = page.columns as readonly Column<RecordOf<K>>[]
  const custom = useCustomColumns(kind, { edit, enabled: !plain })
  const allFields = { ...fields, ...custom.specs }
  const view = useListView({
    kind,
    fields: allFields,
    isLearning: custom.isPending,
    filters: filterNames,
    sort,
    size: page.size,
    columns: defaultColumns.map(({ field }) => field),
  })
  const { query, clear } = view
  const { size, density } = view.state
  const columns = useColumns(defaultColumns, fields, view.state, edit, custom.columns)
  const shown = columns.columns.some(({ field }) => field === computed)
  const found = useKindListing(
    { ...page, size },
    {
      fixedInput: { ...fixedInput, ...query, ...(shown && { with: computed }) },
      isPaused: view.isPending,
      failed: custom.failed,
    },
  )
  const listing = { ...found, isFiltered: found.isFiltered || view.isFiltered, address: { ...found.address, clear } }
  const resizeHandle = <Grip onWidths={(widths) => view.change({ widths })} />
  return (
    <Page
      {...(page as unknown as ListPageProps<K>)}
      columns={columns.columns as ListPageProps<K>['columns']}
      listing={listing}
      exportInput={query}
      aside={<ViewButton kind={kind} view={view} />}
      tools={
        <ListTools fields={allFields} view={view} columns={columns}>
          {filterNames.length > 0 && <ListFilters filters={filters} listing={listing} hasSearch />}
        </ListTools>
      }
      tableProps={{ roomy: density === 'roomy', minWidth: columns.minWidth, resizeHandle, orders: columns.orders }}
    />
  )
}

interface GripProps {
  /** Called with the widths of all columns in pixels, by field, after this one was resized. */
  onWidths: (widths: Readonly<Record<string, number>>) => void
}

const clampWidth = (width: number) => Math.round(Math.max(columnWidth.min, Math.min(columnWidth.max, width)))

/** The edge of a column's header, which is dragged with the pointer; for the keyboard, the columns menu changes widths. */
const Grip = ({ onWidths }: GripProps) => {
  const startResize = (event: React.PointerEvent<HTMLElement>) => {
    const edge = event.currentTarget
    const head = edge.closest('th')!
    const heads = [...head.parentElement!.querySelectorAll<HTMLElement>('th[data-field]')]
    const startWidths = new Map(heads.map((one) => [one.dataset['field']!, one.offsetWidth]))
    const startX = event.clientX
    const widthAt = (x: number) => clampWidth(head.offsetWidth + x - startX)
    edge.setPointerCapture(event.pointerId)
    const resizing = new AbortController()
    const showMove = (move: PointerEvent) => edge.style.setProperty('--moved', `${move.clientX - startX}px`)
    const finish = (end: PointerEvent) => {
      resizing.abort()
      edge.style.removeProperty('--moved')
      if (end.clientX === startX) return
      const widths = [...startWidths].map(([field, width]) => [field, clampWidth(width)] as const)
      onWidths({ ...Object.fromEntries(widths), [head.dataset['field']!]: widthAt(end.clientX) })
    }
    edge.addEventListener('pointermove', showMove, { signal: resizing.signal })
    edge.addEventListener('pointerup', finish, { signal: resizing.signal })
  }
  return <span className={styles.grip} aria-hidden onPointerDown={startResize} />
}
