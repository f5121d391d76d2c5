import { useMediaQuery } from '@mantine/hooks'
import { Cards } from '#ui/list/Cards'
import type { Listed } from '#ui/list/columns'
import { DataTable } from '#ui/list/DataTable'

/** The rows of a list: a table, and on a phone cards. */
export const Rows = <T,>(listed: Listed<T>) => {
  const narrow = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false })
  return narrow ? <Cards {...listed} /> : <DataTable {...listed} />
}
