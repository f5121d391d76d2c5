import { useNarrow } from '#kit/browser/narrow'
import { Cards } from '#ui/list/Cards'
import type { Listed } from '#ui/list/columns'
import { DataTable } from '#ui/list/DataTable'
import { useRowFocus } from '#ui/list/useRowFocus'
import { useInSight } from '#ui/paging/useInSight'

/** The rows of a list: a table, and on a phone cards. */
export const Rows = <T,>(asked: Listed<T>) => {
  const narrow = useNarrow()
  const listed = { ...asked, first: useInSight(asked.first, asked.stale ?? false) }
  const box = useRowFocus(listed)
  return (
    <div ref={box} style={{ display: 'contents' }}>
      {narrow ? <Cards {...listed} /> : <DataTable {...listed} />}
    </div>
  )
}
