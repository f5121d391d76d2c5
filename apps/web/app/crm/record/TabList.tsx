import { Button, Stack, VisuallyHidden } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import type { ComponentProps, ReactNode } from 'react'
import { Link } from 'react-router'
import { useText } from '#kit/text'
import type { Column } from '#ui/list/columns'
import { type Listing, Paged } from '#ui/list/Paged'
import { Rows } from '#ui/list/Rows'
import { EmptyState } from '#ui/page/states'
import type { NextAction } from './RecordHead.tsx'

interface TabListProps<T> {
  listing: Listing<T, never>
  label: string
  columns: readonly Column<T>[]
  card?: ComponentProps<typeof Rows<T>>['card']
  linkOf: (row: T) => string
  menuOf: (row: T) => ReactNode
  empty: ReactNode
}

/** The list in a tab of a record's page. Its page and order are in the address. */
export const TabList = <T extends { uniqueId: string }>({ listing, empty, ...listed }: TabListProps<T>) => {
  const t = useText()
  const { data, isPlaceholderData } = listing.list
  return (
    <Stack gap="sm" aria-busy={isPlaceholderData}>
      <Paged of={listing} empty={empty}>
        {(rows) => (
          <>
            <VisuallyHidden role="status">{t('{count} record|{count} records', { count: data?.total ?? 0 })}</VisuallyHidden>
            <Rows {...listed} {...listing.table} rows={rows} keyOf={({ uniqueId }) => uniqueId} />
          </>
        )}
      </Paged>
    </Stack>
  )
}

/** These columns of a list, in this order, each so wide. One without a width takes what is left. */
export const picked = <T,>(columns: readonly Column<T>[], widths: Readonly<Record<string, string | null>>) =>
  Object.entries(widths).flatMap(([name, width]) => {
    const column = columns.find(({ field }) => field === name)
    return column ? [widened(column, width)] : []
  })

const widened = <T,>(column: Column<T>, width: string | null): Column<T> => {
  const sized = { ...column }
  if (width) sized.width = width
  else delete sized.width
  return sized
}

interface TabEmptyProps {
  icon: Icon
  title: string
  text: string
  /** What fills it, where whoever is signed in may. */
  fill: NextAction | null
}

/** A tab that holds nothing says what it is for, and offers what fills it. */
export const TabEmpty = ({ fill, ...said }: TabEmptyProps) => (
  <EmptyState {...said}>
    {fill &&
      ('to' in fill ? (
        <Button variant="default" component={Link} to={fill.to}>
          {fill.text}
        </Button>
      ) : (
        <Button variant="default" onClick={fill.onClick}>
          {fill.text}
        </Button>
      ))}
  </EmptyState>
)
