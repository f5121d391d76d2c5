import { useEffect, useRef, useState } from 'react'
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

/** Whether the pointer hovers over an element, and the handlers that detect it. */
const useHoverDelay = () => {
  const [isHovered, setHovered] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const onMouseEnter = () => {
    timer.current = setTimeout(() => setHovered(true), HOVER_DELAY)
  }
  const onMouseLeave = () => {
    clearTimeout(timer.current)
    setHovered(false)
  }
  return { isResting: isHovered, rest: { onMouseEnter, onMouseLeave } }
}

/** A day in the reader's time zone, with the relative time in the tooltip. A missing one is N/A. */
export const Day = ({ at, precise = false }: DayProps) => {
  const t = useText()
  const zone = useZone()
  const element = useRef<HTMLTimeElement>(null)
  const { isResting, rest } = useHoverDelay()
  if (!at) return t('N/A')
  const text = precise ? formatMoment(at, zone) : formatDay(at, zone)
  if (!text) return t('Invalid Date')
  return (
    <>
      <time dateTime={at} style={{ whiteSpace: 'nowrap' }} ref={element} {...rest}>
        {text}
      </time>
      {/* A list has dozens of these: the tooltip is rendered only while visible. */}
      {isResting && <Tooltip target={element} opened label={<RelativeTime at={at} />} />}
    </>
  )
}
