import { useNarrow } from '#kit/browser/narrow'
import { Cards } from '#ui/list/Cards'
import type { Listed } from '#ui/list/columns'
import { DataTable } from '#ui/list/DataTable'
import { useRowFocus } from '#ui/list/useRowFocus'

/** The rows of a list: a table, and on a phone cards. */
export const Rows = <T,>(listed: Listed<T>) => {
  const narrow = useNarrow()
  const box = useRowFocus(listed.rows)
  return (
    <div ref={box} style={{ display: 'contents' }}>
      {narrow ? <Cards {...listed} /> : <DataTable {...listed} />}
    </div>
  )
}
