import { Button } from '@mantine/core'
import { useRef } from 'react'
import { useText } from '#kit/text'
import { Clashes } from './Clashes.tsx'
import { inPlaceOf } from './gather.ts'
import type { Batch, Sending } from './state.ts'
import { drop } from './uploads.ts'
import { useUpload } from './useUpload.ts'

/** Chooses the file anew that failed: what is chosen goes where that was to go. */
export const ChooseAgain = ({ file: { uniqueId, path }, batch }: { file: Sending; batch: Batch }) => {
  const t = useText()
  const { upload, asking } = useUpload(batch.parentId)
  const input = useRef<HTMLInputElement>(null)
  const send = async (file: File) => {
    const begun = await upload({ files: [inPlaceOf(path, file)], folders: [], unread: [] })
    if (begun) drop(batch.uniqueId, [uniqueId])
  }
  const chosen = ({ currentTarget }: React.ChangeEvent<HTMLInputElement>) => {
    const file = currentTarget.files?.[0]
    currentTarget.value = '' // the same may be chosen again
    if (file) void send(file)
  }
  const label = t('Choose again: {name}', { name: path })
  return (
    <>
      <Button size="compact-xs" variant="light" flex="none" aria-label={label} onClick={() => input.current?.click()}>
        {t('Choose again')}
      </Button>
      <input ref={input} type="file" hidden aria-label={label} onChange={chosen} />
      {asking && <Clashes asking={asking} />}
    </>
  )
}
