/** The date of an instant as `YYYY-MM-DD` in a time zone. */
export const dayIn = (timeZone: string, instant: string) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone }).format(Date.parse(instant))
