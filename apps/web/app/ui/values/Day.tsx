import { Tooltip } from '@mantine/core'
import { useLanguage, useText } from '#kit/text'
import { useZone } from '#kit/zone'
import { dayOf, momentOf, sinceThen } from '#ui/values/dates'

interface DayProps {
  at: string | null | undefined
  /** With the time of day. */
  precise?: boolean
}

/** A day in full in the reader's time zone, with how long ago it was in the tooltip. Missing is N/A. */
export const Day = ({ at, precise = false }: DayProps) => {
  const t = useText()
  const language = useLanguage()
  const zone = useZone()
  if (!at) return t('N/A')
  const shown = precise ? momentOf(at, zone) : dayOf(at, zone)
  if (!shown) return t('Invalid Date')
  return (
    <Tooltip label={sinceThen(at, language)} openDelay={300}>
      <time dateTime={at} style={{ whiteSpace: 'nowrap' }}>
        {shown}
      </time>
    </Tooltip>
  )
}
