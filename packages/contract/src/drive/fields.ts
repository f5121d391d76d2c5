import { z } from 'zod'
import { required } from '../kit/fields.ts'
import { say } from '../kit/say.ts'
import { DEPTH, faultOfName } from './name.ts'

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
