import { IconTableImport } from '@tabler/icons-react'
import { can, type Rules } from '@tradewind/contract/kit/policy'
import { Suspense, useState } from 'react'
import { useParam } from '#kit/browser/search-params'
import { useActor } from '#kit/session'
import { useText } from '#kit/text'
import { HeaderButton } from '#ui/page/HeaderButton'
import { lazyWithRetry } from '#ui/page/lazyWithRetry'
import type { UploadKind } from './uploads.ts'

const MassUpload = lazyWithRetry(async () => (await import('#crm/massUpload/MassUpload')).MassUpload)

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

/** Opens it, for whoever may. */
export const MassUploadButton = ({ rules }: { rules: Rules }) => {
  const t = useText()
  const [, setUpload] = useParam('upload')
  if (!can(useActor(), rules)) return null
  return (
    <HeaderButton icon={IconTableImport} onClick={() => setUpload('new')}>
      {t('Mass Upload')}
    </HeaderButton>
  )
}
