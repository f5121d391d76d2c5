import type { Trashed } from '@tradewind/contract/trash/trash.contract'
import { useState } from 'react'
import { type Failure, failureOf } from '#kit/api/failure'
import { useSend } from '#kit/api/query'
import { useText } from '#kit/text'
import { addedUp, useBack } from '#ui/confirm/belonging'
import { useToast } from '#ui/toast/toast'

/** Under another name it can come back. */
const isTaken = ({ status, data }: Failure) => status === 409 && typeof data === 'object' && data !== null && 'title' in data

/** Takes records out of the trash, each kind in one call. `taken` is the record whose name somebody else has now. */
export const useRestore = (onDone: () => void) => {
  const t = useText()
  const toast = useToast()
  const send = useSend('POST /api/trash/restore')
  const back = useBack()
  const [taken, setTaken] = useState<Trashed | null>(null)

  const restore = async (rows: readonly Trashed[], title?: string): Promise<Failure | null> => {
    const [first] = rows
    try {
      const came = []
      for (const [kind, group] of Map.groupBy(rows, (row) => row.kind)) {
        const uniqueIds = group.map(({ uniqueId }) => uniqueId)
        came.push((await send.mutateAsync({ kind, uniqueIds, ...(title && { title }) })).data.belonging)
      }
      setTaken(null)
      toast.show({ title: t('SUCCESS'), text: back(rows.length, addedUp(came)) })
      onDone()
      return null
    } catch (error) {
      const failure = failureOf(error)
      if (isTaken(failure) && rows.length === 1 && first) setTaken(first)
      else if (isTaken(failure))
        toast.show({
          title: t('ERROR'),
          text: t('One of these names was taken meanwhile. Restore the records one by one.'),
          failed: true,
        })
      else if (!title) toast.failure(failure)
      return failure
    }
  }
  return { restore, isPending: send.isPending, taken, giveUp: () => setTaken(null) }
}
