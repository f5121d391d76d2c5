/** Bytes that a name may have, and folders above a file. */
export const NAME_BYTES = 255
export const DEPTH = 20

/** Letters that cannot stand in a name: they part folders, or steer a terminal or a line of text. */
const unusable = /[/\\\p{Cc}\u202A-\u202E\u2066-\u2069]/u
const bytesOf = (name: string) => new TextEncoder().encode(name).length

/** What is wrong with the name of a file or folder; nothing where it is well. */
export const faultOfName = (name: string) => {
  if (name === '') return 'Name is required'
  if (name === '.' || name === '..') return 'This name is taken by the system'
  if (unusable.test(name) || !name.isWellFormed()) return 'A name may not hold / or \\ or invisible characters'
  return bytesOf(name) > NAME_BYTES ? `A name may have ${NAME_BYTES} bytes at most` : undefined
}
