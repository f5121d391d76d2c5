import { Button, Skeleton } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useText } from '#kit/text'
import { lazyWithRetry } from '#ui/page/lazyWithRetry'
import { PreviewDialog } from '../PreviewDialog.tsx'
import type { FieldOf } from './values.ts'

const Typed = lazyWithRetry(async () => (await import('./Typed.tsx')).Typed)

/** Shows what is typed as its readers would see it. */
export const PreviewButton = ({ field }: { field: FieldOf }) => {
  const t = useText()
  const [opened, setOpened] = useState(false)
  const valueOf = (name: Parameters<FieldOf>[0]) => field(name).value as never
  return (
    <div>
      <Button variant="default" leftSection={<IconEye size={16} aria-hidden />} onClick={() => setOpened(true)}>
        {t('Preview')}
      </Button>
      <PreviewDialog opened={opened} title={valueOf('title') || t('New content')} onClose={() => setOpened(false)}>
        <Suspense fallback={<Skeleton height={240} />}>
          <Typed
            title={valueOf('title')}
            contentType={valueOf('contentType')}
            content={valueOf('content')}
            seoText={valueOf('seoText')}
          />
        </Suspense>
      </PreviewDialog>
    </div>
  )
}
