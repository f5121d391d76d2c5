import { z } from 'zod'
import { required } from '../kit/fields.ts'
import { say } from '../kit/say.ts'

/** The maximum number of bytes in a name, and of folder levels above a file. */
export const MAX_NAME_BYTES = 255
export const MAX_FOLDER_DEPTH = 20

/** Characters not allowed in a name: they separate folders, control a terminal or the direction of text, or are invisible, so that two names look the same. */
const forbiddenCharacters = /[/\\\p{Cc}\p{Zl}\p{Zp}\u3164\uFFA0]|(?![\u200C\u200D])\p{Cf}/u
/** Characters that join others, as in emoji, and are invisible on their own. */
const joiners = /\u200C|\u200D|\uFE0F/gu
const isInvisible = (name: string) => name.replace(joiners, '').trim() === ''
const byteLength = (name: string) => new TextEncoder().encode(name).length

/** Returns what is wrong with the name of a file or folder, or undefined. */
const faultOfName = (name: string) => {
  if (name === '') return say('{what} is required', { what: say('Name') })
  if (name === '.' || name === '..') return say('This name is taken by the system')
  if (forbiddenCharacters.test(name) || !name.isWellFormed() || isInvisible(name))
    return say('A name may not hold / or \\ or invisible characters')
  return byteLength(name) > MAX_NAME_BYTES ? say('A name can have {count} bytes at most', { count: MAX_NAME_BYTES }) : undefined
}

/** More characters than any name has that is short enough once it is normalized. */
const MAX_RAW_LENGTH = 4 * MAX_NAME_BYTES

/** Trimmed, in Unicode normalization form C, unless it is too long anyway: normalizing a long run of marks takes time that grows with its square. */
const normalizeName = (given: string) => {
  const name = given.trim()
  return name.length > MAX_RAW_LENGTH ? name : name.normalize('NFC').trim()
}

/** The name of a file or folder: trimmed, in Unicode normalization form C. */
export const itemName = z
  .string('Name is required')
  .transform(normalizeName)
  .superRefine((name, context) => {
    const fault = faultOfName(name)
    if (fault) context.addIssue({ code: 'custom', ...fault.error() })
  })

/** The path of a file or folder relative to the target folder: names separated by `/`. */
export const itemPath = z
  .string(required('Path'))
  .transform((path) => path.split('/', MAX_FOLDER_DEPTH + 1).map(normalizeName))
  .superRefine((names, context) => {
    if (names.length > MAX_FOLDER_DEPTH)
      context.addIssue({
        code: 'custom',
        ...say('Folders can be {count} levels deep at most', { count: MAX_FOLDER_DEPTH }).error(),
      })
    const fault = names.map(faultOfName).find(Boolean)
    if (fault) context.addIssue({ code: 'custom', ...fault.error() })
  })
