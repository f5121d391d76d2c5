/** A text of so many characters at most, with a sign where there are more: no character is cut in two. */
export const cutTo = (most: number, text: string) => {
  const signs = Array.from(text)
  return signs.length > most ? `${signs.slice(0, most).join('').trimEnd()}…` : text
}
