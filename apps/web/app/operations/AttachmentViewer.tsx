import type { AttachableKind, Attachment } from '@tradewind/contract/operations/attachment.contract'
import { useState } from 'react'
import { useFileSequence } from '#drive/view/FileNav'
import { goneFile, type PreviewableFile } from '#drive/view/previews'
import { useViewerAddress } from '#drive/view/useViewerAddress'
import { Viewer } from '#drive/view/Viewer'
import { useText } from '#kit/text'
import { VIEWED } from './attachment.feature.ts'

interface AttachmentViewerProps {
  kind: AttachableKind
  /** The id of the record. */
  record: string
  onDownload: (uniqueId: string) => void
}

const toFile = (file: Attachment): PreviewableFile => ({ ...file, version: file.dateCreated, source: 'attachment' })

/** The viewer of the file in the address, among the files of the record. */
export const AttachmentViewer = ({ kind, record, onDownload }: AttachmentViewerProps) => {
  const t = useText()
  const { uniqueId, goTo, close } = useViewerAddress(VIEWED)
  const sequence = useFileSequence({ route: 'GET /api/attachment/', input: { kind, record } }, uniqueId, toFile)
  const file = useLastKnown(uniqueId, sequence.file)
  if (!file && !sequence.isLoaded) return null
  return (
    <Viewer
      file={file ?? goneFile(uniqueId, 'attachment', t('File'))}
      isGone={!sequence.file}
      sequence={sequence}
      onGo={goTo}
      onClose={close}
      onDownload={() => onDownload(uniqueId)}
    />
  )
}

/** The file, also after it was detached. */
const useLastKnown = (uniqueId: string, file: PreviewableFile | undefined) => {
  const [last, setLast] = useState(file)
  if (file && (file.uniqueId !== last?.uniqueId || file.version !== last.version)) setLast(file)
  return file ?? (last?.uniqueId === uniqueId ? last : undefined)
}
