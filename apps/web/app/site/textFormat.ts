import { dateLocale } from '@tradewind/contract/kit/locale'

/** Formats a day in full for the public pages: '9 March 2026'. The result is the same on the server and in every browser. */
export const formatLongDay = (language: string, at: string) =>
  new Date(at).toLocaleDateString(dateLocale(language), { dateStyle: 'long', timeZone: 'UTC' })

/** Shortens a text to a number of characters, with an ellipsis for the rest. It counts code points, so no character is split. */
export const shortenTo = (most: number, text: string) => {
  const characters = Array.from(text)
  return characters.length > most ? `${characters.slice(0, most).join('').trimEnd()}…` : text
}
