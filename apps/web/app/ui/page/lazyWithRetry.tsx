import { Alert, Button, Group } from '@mantine/core'
import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react'
import { loadScript } from '#kit/browser/connection'
import { useText } from '#kit/text'
import styles from '#ui/page/page.module.css'

/** A component that is fetched when it is first shown: without a connection, when that is back. Where it cannot be fetched the page stays, and says so. */
export const lazyWithRetry = <P extends object>(load: () => Promise<ComponentType<P>>) =>
  lazy<ComponentType<P>>(async () => ({
    default: await loadScript(load).catch(() => Missing),
  }))

interface LazyPartProps<P> {
  load: () => Promise<ComponentType<P>>
  given: P
  fallback: ReactNode
}

/** A part of a page that a feature brings, fetched when it is first shown. */
export const LazyPart = <P extends object>({ load, given, fallback }: LazyPartProps<P>) => {
  const [Part] = useState(() => lazyWithRetry(load))
  return (
    <Suspense fallback={fallback}>
      <Part {...given} />
    </Suspense>
  )
}

const Missing = () => {
  const t = useText()
  return (
    <Alert color="red" role="alert" className={styles.missing}>
      <Group justify="space-between">
        {t('A part of this page could not be loaded.')}
        <Button size="compact-sm" variant="default" onClick={() => location.reload()}>
          {t('Reload')}
        </Button>
      </Group>
    </Alert>
  )
}
