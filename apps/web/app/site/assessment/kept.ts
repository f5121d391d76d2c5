import { keepTyped, readTyped } from '#kit/browser/kept-form'
import { contactIn } from './contact.values.ts'

/** Under these names this browser keeps what was given, until it has arrived. */
export const contactKept = 'assessment:contact'
export const answersKept = 'assessment:answers'
const startKept = 'assessment:start'

/** The questions are open: a reload opens them again. */
export const keepStart = () => keepTyped(startKept, { started: 'true' })
export const isStarted = () => readTyped(startKept)['started'] === 'true'

export const contactGiven = () => contactIn(readTyped(contactKept))

/** All has arrived. */
export const dropKept = () => {
  for (const name of [contactKept, answersKept, startKept]) keepTyped(name, {})
}
