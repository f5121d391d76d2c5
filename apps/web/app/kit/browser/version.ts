import { useEffect, useEffectEvent, useRef } from 'react'

let typedInto = 0

/** While `active`, the page counts as in use and is not reloaded automatically. */
export const useInUse = (active: boolean) =>
  useEffect(() => {
    if (!active) return
    typedInto++
    return () => {
      typedInto--
    }
  }, [active])

/** Whether somebody is filling in a form: one holds unsaved text, or the cursor is in one. */
const isInUse = () => typedInto > 0 || document.activeElement?.closest('form, [role="dialog"]') != null

const every = 120_000

const versionNow = async () => {
  const response = await fetch('/config.json', { cache: 'no-store' })
  return ((await response.json()) as { vers: string }).vers
}

/** What to do after a version check: a page that runs an older version reloads, unless that would interrupt somebody. */
export const verdictOn = (running: string | null, now: string, inUse: boolean) => {
  if (running === null || running === now) return 'stay'
  return inUse ? 'ask' : 'reload'
}

/**
 * Checks every two minutes whether a newer version is served. Calls `onAsk` when the page must not reload automatically, and `onSeen` with the
 * version that is served.
 */
export const useVersionCheck = (onAsk: () => void, onSeen?: (version: string) => void) => {
  const running = useRef<string | null>(null)
  const look = useEffectEvent(async () => {
    try {
      const now = await versionNow()
      onSeen?.(now)
      const verdict = verdictOn(running.current, now, isInUse())
      running.current ??= now
      if (verdict === 'reload') location.reload()
      if (verdict === 'ask') onAsk()
    } catch (error) {
      console.warn('The version could not be checked.', error)
    }
  })
  useEffect(() => {
    void look()
    const timer = setInterval(() => void look(), every)
    return () => clearInterval(timer)
  }, [])
}
