import { useEffect, useEffectEvent } from 'react'
import { usePage } from '#kit/page/page'

let inUseCount = 0

/** While `active`, the page counts as in use and is not reloaded automatically. */
export const useInUse = (active: boolean) =>
  useEffect(() => {
    if (!active) return
    inUseCount++
    return () => {
      inUseCount--
    }
  }, [active])

/** Whether somebody is filling in a form: one holds unsaved text, or the cursor is in one. */
const isInUse = () => inUseCount > 0 || document.activeElement?.closest('form, [role="dialog"]') != null

const CHECK_INTERVAL = 120_000

const fetchVersion = async () => {
  const response = await fetch('/config.json', { cache: 'no-store' })
  return ((await response.json()) as { vers?: string }).vers
}

/** What to do after a version check: a page that runs an older version reloads, unless that would interrupt somebody. */
export const decideUpdate = (running: string, now: string, inUse: boolean) => {
  if (running === now) return 'stay'
  return inUse ? 'ask' : 'reload'
}

/**
 * Checks every two minutes whether a newer version is served. Calls `onAsk` each time when the page must not reload automatically, and `onSeen`
 * with the version that is served. `isTypedIn`: whether the page counts as in use for another reason.
 */
export const useVersionCheck = (onAsk: () => void, onSeen?: (version: string) => void, isTypedIn?: () => boolean) => {
  const { version: running } = usePage()
  const checkVersion = useEffectEvent(async () => {
    const now = await fetchVersion().catch(() => undefined) // it is checked again
    if (!now) return
    onSeen?.(now)
    const verdict = decideUpdate(running, now, isTypedIn?.() || isInUse())
    if (verdict === 'reload') location.reload()
    if (verdict === 'ask') onAsk()
  })
  useEffect(() => {
    const timer = setInterval(() => void checkVersion(), CHECK_INTERVAL)
    return () => clearInterval(timer)
  }, [])
}
