import { Alert, Button } from '@mantine/core'
import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { loadScript } from '#kit/browser/connection'
import { useText } from '#kit/text'
import styles from '#ui/page/page.module.css'

/**
 * A component that is loaded when it is first shown; without a connection, when that is back. If it cannot be loaded the page stays, with an error in
 * its place, and a button that loads it again.
 */
export const lazyWithRetry = <P extends object>(load: () => Promise<ComponentType<P>>, isRetried = false) => {
  let Again: ComponentType<P> | undefined
  const Failed = (props: P) => {
    const [Part, setPart] = useState(() => Again)
    if (Part) return <Part {...props} />
    return <LoadError onRetry={isRetried ? undefined : () => setPart(() => (Again ??= lazyWithRetry(load, true)))} />
  }
  return lazy<ComponentType<P>>(async () => ({ default: await loadScript(load).catch(() => Failed) }))
}

interface LazyPartProps<P> {
  load: () => Promise<ComponentType<P>>
  props: P
  fallback: ReactNode
}

/** Loaded parts, by their load function: React would suspend a lazy component for 300 ms even if it is loaded. */
const loadedParts = new WeakMap<object, unknown>()

/** Loads a part, to have it when it is shown without a connection. */
export const fetchPart = async <T,>(load: () => Promise<T>) => {
  const part = await load()
  loadedParts.set(load, part)
  return part
}

/** Prefetches a part that is about to be shown. Ignores failures: the part is loaded again when it is shown. */
export const prefetchPart = (load: () => Promise<unknown>) => {
  if (!loadedParts.has(load)) loadScript(() => fetchPart(load)).catch(() => null)
}

/** A part of a page from a feature, loaded when it is first shown. */
export const LazyPart = <P extends object>({ load, props, fallback }: LazyPartProps<P>) => {
  const [Part] = useState(() => (loadedParts.get(load) as ComponentType<P> | undefined) ?? lazyWithRetry(() => fetchPart(load)))
  return (
    <Suspense fallback={fallback}>
      <Part {...props} />
    </Suspense>
  )
}

/** Loads each part again that could not be loaded: often several are requested at once, and their errors are in the same place. */
const retries = new Set<() => void>()
const retryAll = () => {
  for (const retry of retries) retry()
}

/** Without `onRetry` only a reload helps: the part may have gone with a former version of the app. */
const LoadError = ({ onRetry }: { onRetry: (() => void) | undefined }) => {
  const t = useText()
  useEffect(() => {
    if (!onRetry) return undefined
    retries.add(onRetry)
    return () => void retries.delete(onRetry)
  })
  return (
    <Alert color="red" className={styles.missing}>
      {t('A part of this page could not be loaded.')}{' '}
      <Button size="compact-sm" variant="default" onClick={onRetry ? retryAll : () => location.reload()}>
        {onRetry ? t('Try again') : t('Reload')}
      </Button>
    </Alert>
  )
}
