import { z } from 'zod'
import { required } from '../kit/fields.ts'
import { say } from '../kit/say.ts'

/** Bytes that a name may have, and folders above a file. */
export const NAME_BYTES = 255
export const DEPTH = 20

/** Letters that cannot stand in a name: they part folders, steer a terminal or a line of text, or show nothing and make two names look like one. */
const unusable = /[/\\\p{Cc}\p{Zl}\p{Zp}\u3164\uFFA0]|(?![\u200C\u200D])\p{Cf}/u
/** Letters that join others, as in emoji, and are none by themselves. */
const joining = /\u200C|\u200D|\uFE0F/gu
const isUnseen = (name: string) => name.replace(joining, '').trim() === ''
const bytesOf = (name: string) => new TextEncoder().encode(name).length

/** What is wrong with the name of a file or folder; nothing where it is well. */
const faultOfName = (name: string) => {
  if (name === '') return say('{what} is required', { what: say('Name') })
  if (name === '.' || name === '..') return say('This name is taken by the system')
  if (unusable.test(name) || !name.isWellFormed() || isUnseen(name))
    return say('A name may not hold / or \\ or invisible characters')
  return bytesOf(name) > NAME_BYTES ? say('A name can have {count} bytes at most', { count: NAME_BYTES }) : undefined
}

/** A file's or folder's name: trimmed, in composed letters. */
export const itemName = z
  .string('Name is required')
  .transform((name) => name.normalize('NFC').trim())
  .superRefine((name, context) => {
    const fault = faultOfName(name)
    if (fault) context.addIssue({ code: 'custom', ...fault.error() })
  })

/** A file's or folder's place beneath the folder that it is put in: names with `/` between them. */
export const itemPath = z
  .string(required('Path'))
  .transform((path) => path.split('/').map((name) => name.normalize('NFC').trim()))
  .superRefine((names, context) => {
    if (names.length > DEPTH)
      context.addIssue({ code: 'custom', ...say('Folders can be {count} levels deep at most', { count: DEPTH }).error() })
    const fault = names.map(faultOfName).find(Boolean)
    if (fault) context.addIssue({ code: 'custom', ...fault.error() })
  })
