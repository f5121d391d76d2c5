import type { Listener } from './xml.ts'

const isBuiltInDate = (id: number) =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58)

/** Whether a number format shows a date or time: it has a day, month, year, hour or second outside quotes, brackets and escapes. */
const isDateFormat = (format: string) => /[dmyhs]/i.test(format.replace(/"[^"]*"|\[(?![hms]+\])[^\]]*\]|\\.|_.|\*./gi, ''))

/** The numbers of the cell styles that show dates, from the part that lists the styles. */
export const dateStylesInto = (dates: Set<string>): Listener => {
  const formats = new Map<string, string>()
  let inCellFormats = false
  let style = 0
  return {
    open: (name, { numFmtId: id = '0', formatCode: format = '' }) => {
      if (name === 'numFmt') formats.set(id, format)
      if (name === 'cellXfs') inCellFormats = true
      if (name !== 'xf' || !inCellFormats) return
      if (isBuiltInDate(Number(id)) || isDateFormat(formats.get(id) ?? '')) dates.add(String(style))
      style++
    },
    close: (name) => {
      if (name === 'cellXfs') inCellFormats = false
    },
  }
}

const DAY = 86_400_000
const epoch = { 1900: Date.UTC(1899, 11, 30), 1904: Date.UTC(1904, 0, 1) }

/** A date as Excel counts it (days since 1900 or 1904): YYYY-MM-DD, with its time of day where it has one, or a time of day alone. */
export const dateText = (text: string, since: 1900 | 1904) => {
  const serial = Number(text)
  const date = new Date(epoch[since] + Math.round((serial * DAY) / 1000) * 1000)
  if (Number.isNaN(date.getTime()) || serial < 0) return text
  const [day = '', time = ''] = date.toISOString().slice(0, 19).split('T')
  if (time === '00:00:00') return day
  return serial < 1 ? time : `${day} ${time}`
}
