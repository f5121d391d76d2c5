/** A value of a record as plain words: a list by its parts, nothing as a dash. */
export const inWords = (value: unknown): string => {
  if (Array.isArray(value)) return value.map(inWords).join(', ') || '–'
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) || '–' : '–'
}
