/**
 * The time zone of a place, such as Europe/Berlin, as it is written; nothing where none is called so. An offset is no place: its
 * summers are not known, and PostgreSQL counts it the other way round.
 */
export const timeZoneNamed = (name: string): string | undefined => {
  if (!/^[A-Za-z]/.test(name)) return undefined
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}
