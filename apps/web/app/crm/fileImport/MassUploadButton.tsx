import { Button } from '@mantine/core'
import { IconTableImport } from '@tabler/icons-react'
import { can, type Rules } from '@tradewind/contract/kit/policy'
import { Suspense, useState } from 'react'
import { Link } from 'react-router'
import { useArea } from '#kit/area'
import { useParam } from '#kit/browser/search-params'
import { useActor } from '#kit/session'
import { useText } from '#kit/text'
import { lazyWithRetry } from '#ui/page/lazyWithRetry'
import { HeaderButton } from '#ui/page/PageHeader'
import type { UploadKind } from './uploads.ts'

const MassUpload = lazyWithRetry(async () => (await import('./MassUpload.tsx')).MassUpload)

interface MassUploadButtonProps {
  kind: UploadKind
  rules: Rules
}

/** For users who may: opens mass upload over the list while the address has `?upload=new`, or the id of an upload that runs as a job. */
export const MassUploadButton = ({ kind, rules }: MassUploadButtonProps) => {
  const t = useText()
  const [upload, setUpload] = useParam('upload')
  const [opened, setOpened] = useState(false)
  if (upload && !opened) setOpened(true)
  if (!can(useActor(), rules)) return null
  return (
    <>
      <HeaderButton icon={IconTableImport} onClick={() => setUpload('new')}>
        {t('Mass Upload')}
      </HeaderButton>
      {opened && (
        <Suspense>
          <MassUpload kind={kind} upload={upload} onUpload={setUpload} />
        </Suspense>
      )}
    </>
  )
}

/** For users who may: opens the import from a file, where there are no records yet. */
export const ImportLink = ({ kind, rules }: MassUploadButtonProps) => {
  const t = useText()
  const at = useArea()
  if (!can(useActor(), rules)) return null
  return (
    <Button component={Link} to={at(`import/new?kind=${kind}`)} variant="default">
      {t('Import from a file')}
    </Button>
  )
}
