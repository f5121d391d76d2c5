/** A day in full as a language writes it, as the public pages show days: '9 March 2026'. The same on the server and in every browser. */
export const longDay = (language: string, at: string) =>
  new Date(at).toLocaleDateString(language, { dateStyle: 'long', timeZone: 'UTC' })
