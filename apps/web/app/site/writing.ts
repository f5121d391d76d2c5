/** A day in full as a language writes it, as the public pages show days: '9 March 2026'. The same on the server and in every browser. */
export const longDay = (language: string, at: string) =>
  new Date(at).toLocaleDateString(language, { dateStyle: 'long', timeZone: 'UTC' })

/** A text of so many characters at most, with a sign where there are more: no character is cut in two. */
export const cutTo = (most: number, text: string) => {
  const signs = Array.from(text)
  return signs.length > most ? `${signs.slice(0, most).join('').trimEnd()}…` : text
}
