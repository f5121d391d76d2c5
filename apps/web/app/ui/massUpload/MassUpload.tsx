import { useNarrow } from '#kit/browser/narrow'
import { useText } from '#kit/text'
import { Dialog } from '#ui/dialog/Dialog'
import { Import } from '#ui/massUpload/Import'
import type { UploadKind } from '#ui/massUpload/uploads'
import { Workbook } from '#ui/massUpload/Workbook'

interface MassUploadProps {
  kind: UploadKind
  /** `new`, the id of an upload that runs as a job (`check:` before it where it only checks), or nothing: then it is closed. */
  upload: string
  onUpload: (upload: string) => void
}

/** Records that arrive in a workbook: template, check, upload, faults; and how far a long upload has come. */
export const MassUpload = ({ kind, upload, onUpload }: MassUploadProps) => {
  const t = useText()
  const narrow = useNarrow()
  return (
    <Dialog
      opened={upload !== ''}
      onClose={() => onUpload('')}
      title={t('Mass Upload')}
      size="xl"
      fullScreen={narrow}
      closeOnClickOutside={false}
    >
      {upload === 'new' && <Workbook kind={kind} onJob={onUpload} onDone={() => onUpload('')} />}
      {upload !== '' && upload !== 'new' && (
        <Import
          kind={kind}
          importId={upload.replace('check:', '')}
          isCheck={upload.startsWith('check:')}
          onAnother={() => onUpload('new')}
          onLeave={() => onUpload('')}
        />
      )}
    </Dialog>
  )
}
