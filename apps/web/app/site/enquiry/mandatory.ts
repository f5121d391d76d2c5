import { phrase } from '@tradewind/contract/kit/phrase'

/** The mandatory fields, with the message for each when it is empty. */
export type MandatoryMessages = Readonly<Record<string, string>>

/** The messages for the mandatory fields that are empty. */
export const findBlank = (typed: Readonly<Record<string, unknown>>, mandatory: MandatoryMessages): MandatoryMessages =>
  Object.fromEntries(
    Object.entries(mandatory).filter(([field]) => {
      const value = typed[field]
      return typeof value !== 'string' || value.trim() === ''
    }),
  )

/** The message of a form whose fields are all mandatory, and how many milliseconds it is shown. */
export const allMandatoryNotice = { text: phrase('All fields are mandatory!'), duration: 3000 } as const
