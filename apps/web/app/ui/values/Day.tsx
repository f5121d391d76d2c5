import { type MouseEvent, useRef, useState } from 'react'
import { useText } from '#kit/text'
import { useZone } from '#kit/zone'
import { RelativeTime, Tooltip } from '#ui/page/floating'
import { formatDay, formatMoment } from '#ui/values/dates'

interface DayProps {
  at: string | null | undefined
  /** With the time of day. */
  precise?: boolean
}

/** Milliseconds that the pointer hovers over a day before the tooltip appears. */
const HOVER_DELAY = 300

/** A day in the reader's time zone, with the relative time in the tooltip. A missing one is N/A. */
export const Day = ({ at, precise = false }: DayProps) => {
  const t = useText()
  const zone = useZone()
  const { target, hover } = useHoverDelay()
  if (!at) return t('N/A')
  const text = precise ? formatMoment(at, zone) : formatDay(at, zone)
  if (!text) return t('Invalid Date')
  return (
    <>
      <time dateTime={at} style={{ whiteSpace: 'nowrap' }} {...hover}>
        {text}
      </time>
      {/* A list has dozens of these: the tooltip is rendered only while visible. */}
      {target && <Tooltip target={target} opened label={<RelativeTime at={at} />} />}
    </>
  )
}

/** The element that the pointer hovers over, and the handlers that detect it. */
const useHoverDelay = () => {
  const [target, setTarget] = useState<HTMLElement | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const onMouseEnter = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    timer.current = setTimeout(() => setTarget(currentTarget), HOVER_DELAY)
  }
  const onMouseLeave = () => {
    clearTimeout(timer.current)
    setTarget(null)
  }
  return { target, hover: { onMouseEnter, onMouseLeave } }
}
