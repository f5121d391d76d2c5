import { Suspense, useState } from 'react'
import { useParam } from '#kit/browser/search-params'
import { later } from '#ui/page/later'
import type { UploadKind } from '#ui/massUpload/uploads'

const MassUpload = later(async () => (await import('#ui/massUpload/MassUpload')).MassUpload)

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
