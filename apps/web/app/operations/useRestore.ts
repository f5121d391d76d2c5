import type { Trashed } from '@tradewind/contract/operations/trash.contract'
import { useState } from 'react'
import { type Failure, failureOf } from '#kit/api/failure'
import { useSend } from '#kit/api/query'
import { useText } from '#kit/text'
import { useBelongingWords } from '#ui/dialog/deleting'
import { useToast } from '#ui/page/toast'

/** A file or folder of the drive, which comes back and ends by the calls of the drive. */
export const isFile = ({ file }: Trashed) => file !== null

/** Under another name it can come back. */
const isTaken = ({ status, data }: Failure) => status === 409 && typeof data === 'object' && data !== null && 'title' in data

const idsOf = (rows: readonly Trashed[]) => rows.map(({ uniqueId }) => uniqueId)

/** Takes records back, each kind in one call, and tells how many are back and what came with them: those before a call that failed, too. */
const useRecords = () => {
  const { mutateAsync, isPending } = useSend('POST /api/trash/restore')
  const { back } = useBelongingWords()
  const restore = async (rows: readonly Trashed[], title: string | undefined, onBack: (said: string) => void) => {
    const replies = []
    try {
      for (const [kind, group] of Map.groupBy(rows, (row) => row.kind))
        replies.push((await mutateAsync({ kind, uniqueIds: idsOf(group), ...(title && { title }) })).data)
    } finally {
      const count = replies.reduce((sum, { uniqueIds }) => sum + uniqueIds.length, 0)
      if (count > 0)
        onBack(
          back(
            count,
            replies.flatMap(({ belonging }) => belonging),
          ),
        )
    }
  }
  return { restore, isPending }
}

/** Takes files back, and says which of them are not where they were. */
const useFiles = () => {
  const t = useText()
  const { mutateAsync, isPending } = useSend('POST /api/files/restore')
  const restore = async (rows: readonly Trashed[]) => {
    const { data } = await mutateAsync({ uniqueIds: idsOf(rows) })
    const back = t('{count} item is back.|{count} items are back.', { count: data.length })
    const astray = data.filter(({ toRoot }) => toRoot).map(({ name }) => name)
    if (astray.length === 0) return back
    return `${back} ${t('In My Drive, since its folder is gone: {names}.', { names: astray.join(', ') })}`
  }
  return { restore, isPending }
}

/** Takes records and files out of the trash. `taken` is the record whose name somebody else has now. */
export const useRestore = (onDone: () => void) => {
  const t = useText()
  const toast = useToast()
  const [records, files] = [useRecords(), useFiles()]
  const [taken, setTaken] = useState<Trashed | null>(null)

  const restore = async (rows: readonly Trashed[], title?: string): Promise<Failure | null> => {
    const [first] = rows
    const [ofRecords, ofFiles] = [rows.filter((row) => !isFile(row)), rows.filter(isFile)]
    const back: string[] = []
    const tell = () => back.length > 0 && toast.show({ title: t('SUCCESS'), text: back.join(' ') })
    try {
      if (ofRecords.length > 0) await records.restore(ofRecords, title, (said) => back.push(said))
      if (ofFiles.length > 0) back.push(await files.restore(ofFiles))
      setTaken(null)
      tell()
      onDone()
      return null
    } catch (error) {
      const failure = failureOf(error)
      tell()
      if (isTaken(failure) && rows.length === 1 && first) setTaken(first)
      else if (isTaken(failure))
        toast.show({
          title: t('ERROR'),
          text: t('One of these names is in use now. Restore the records one by one.'),
          failed: true,
        })
      else if (!title) toast.failure(failure)
      return failure
    }
  }
  return { restore, isPending: records.isPending || files.isPending, taken, giveUp: () => setTaken(null) }
}
