import { useSyncExternalStore } from 'react'
import { browserZone, type Choices, session } from '#kit/session'

const isKnownZone = (zone: string | null | undefined): zone is string => {
  try {
    return Boolean(zone && new Intl.DateTimeFormat('en', { timeZone: zone }))
  } catch {
    return false
  }
}

/** The account's zone, else its tenant's, else the browser's. A name that this browser does not know is skipped. */
export const zoneOf = (choices: Pick<Choices, 'timeZone' | 'tenantTimeZone'> | null, browser = browserZone) =>
  [choices?.timeZone, choices?.tenantTimeZone].find(isKnownZone) ?? browser()

let cachedZone: { choices: Choices | null; zone: string } | undefined

/** The time zone in which the signed-in user sees days and times, and in which the server interprets their days. */
export const currentZone = () => {
  const choices = session.choices()
  if (cachedZone?.choices !== choices || !cachedZone) cachedZone = { choices, zone: zoneOf(choices) }
  return cachedZone.zone
}

/** The same as a hook, for components. */
export const useZone = () => useSyncExternalStore(session.subscribe, currentZone, () => 'UTC')
