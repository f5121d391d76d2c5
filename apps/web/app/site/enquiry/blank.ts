import { phrase } from '#kit/text'

/** The fields that may not be empty, and what is said where one is. */
export type Mandatory = Readonly<Record<string, string>>

/** What is to be said of each field in which nothing stands. */
export const blankIn = (typed: Readonly<Record<string, unknown>>, mandatory: Mandatory): Mandatory =>
  Object.fromEntries(
    Object.entries(mandatory).filter(([field]) => {
      const value = typed[field]
      return typeof value !== 'string' || value.trim() === ''
    }),
  )

/** What a form says whose fields are all mandatory, and for how many milliseconds. */
export const allMandatory = { text: phrase('All fields are mandatory!'), stands: 3000 } as const
