import { type FileList, useFileSequence } from '#drive/view/FileNav'
import { driveFile, goneFile } from '#drive/view/previews'
import { useViewerAddress } from '#drive/view/useViewerAddress'
import { Viewer } from '#drive/view/Viewer'
import { useCall } from '#kit/api/query'
import { useText } from '#kit/text'
import { goneReason, useDownload } from './ItemRows.tsx'
import { VIEWED } from './Preview.tsx'

/** The viewer of the file in the address, among the files of the list. */
export const DriveViewer = ({ list }: { list: FileList }) => {
  const t = useText()
  const { uniqueId, goTo, close } = useViewerAddress(VIEWED)
  const download = useDownload()
  const sequence = useFileSequence(list, uniqueId, driveFile)
  // Read in any case: this is what the file's activity shows as opened, and what tells when it is gone.
  const { data: item, error } = useCall('GET /api/files/details/:uniqueId', { uniqueId })
  const isGone = error?.status === 404
  const file = sequence.file ?? (item && driveFile(item))
  if (!file && !isGone) return null
  return (
    <Viewer
      file={file ?? goneFile(uniqueId, 'files', t('File'))}
      isGone={isGone}
      goneReason={goneReason(error)}
      sequence={sequence}
      onGo={goTo}
      onClose={close}
      onDownload={() => void download({ uniqueId })}
    />
  )
}
