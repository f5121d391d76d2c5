import { MAX_COUNTED } from '@tradewind/contract/kit/page'
import { useLanguage } from '#kit/text'

interface Total {
  total: number
  estimated: boolean
}

/** Whether the count stopped at the limit. */
export const isCountCapped = ({ total, estimated }: Total) => estimated && total === MAX_COUNTED

/** Formats a number in the reader's language: '10,001'. An estimated total is '≈ 12,000', and '> 10,000' if counting stopped at the limit. */
export const useFormatCount = () => {
  const format = new Intl.NumberFormat(useLanguage())
  return (of: number | Total) => {
    if (typeof of === 'number') return format.format(of)
    return `${isCountCapped(of) ? '> ' : of.estimated ? '≈ ' : ''}${format.format(of.total)}`
  }
}

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

/** Formats a number of bytes: '1 byte', '854 bytes', '1.5 MB'. A kilobyte is 1,000 bytes. */
export const formatBytes = (bytes: number, language: string) => {
  const step = bytes < 1000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3))
  const unit = units[step] ?? 'byte'
  // Only the long form of a byte has a plural.
  const unitDisplay = step === 0 ? 'long' : 'short'
  const format = new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay, maximumSignificantDigits: 3 })
  return format.format(bytes / 1000 ** step)
}

/** Formats bytes as the megabytes of quotas, of 1,024 × 1,024 bytes: '2,048 MB', '0.25 MB'. */
export const formatMegabytes = (bytes: number, language: string) => {
  const megabytes = bytes / 1024 / 1024
  const maximumFractionDigits = megabytes < 10 ? 2 : 0
  return new Intl.NumberFormat(language, { style: 'unit', unit: 'megabyte', unitDisplay: 'short', maximumFractionDigits }).format(
    megabytes,
  )
}
