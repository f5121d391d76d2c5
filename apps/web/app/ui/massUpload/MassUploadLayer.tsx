import { lazy, Suspense, useState } from 'react'
import { useParam } from '#kit/browser/search-params'
import type { UploadKind } from '#ui/massUpload/uploads'

const MassUpload = lazy(async () => ({ default: (await import('#ui/massUpload/MassUpload')).MassUpload }))

/** Mass upload over a list, while the address says so: `?upload=new`, or the id of an upload that runs as a job. */
export const MassUploadLayer = ({ kind }: { kind: UploadKind }) => {
  const [upload, setUpload] = useParam('upload')
  const [opened, setOpened] = useState(false)
  if (upload && !opened) setOpened(true)
  return (
    opened && (
      <Suspense>
        <MassUpload kind={kind} upload={upload} onUpload={setUpload} />
      </Suspense>
    )
  )
}
