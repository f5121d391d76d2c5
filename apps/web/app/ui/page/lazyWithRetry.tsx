import { Alert, Button, Group } from '@mantine/core'
import { type ComponentType, lazy } from 'react'
import { loadScript } from '#kit/browser/connection'
import { useText } from '#kit/text'
import styles from '#ui/page/page.module.css'

/** A component that is fetched when it is first shown: without a connection, when that is back. Where it cannot be fetched the page stays, and says so. */
export const lazyWithRetry = <P extends object>(load: () => Promise<ComponentType<P>>) =>
  lazy<ComponentType<P>>(async () => ({
    default: await loadScript(load).catch(() => Missing),
  }))

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
