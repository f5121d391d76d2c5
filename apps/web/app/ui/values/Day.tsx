import { useEffect, useRef, useState } from 'react'
import { useLanguage, useText } from '#kit/text'
import { useZone } from '#kit/zone'
import { Tooltip } from '#ui/page/floating'
import { dayOf, momentOf, sinceThen } from '#ui/values/dates'

interface DayProps {
  at: string | null | undefined
  /** With the time of day. */
  precise?: boolean
}

/** Milliseconds that the pointer hovers over a day before the tooltip appears. */
const REST = 300

/** Whether the pointer hovers over an element, and the handlers that detect it. */
const useRest = () => {
  const [isResting, setResting] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const onMouseEnter = () => {
    timer.current = setTimeout(() => setResting(true), REST)
  }
  const onMouseLeave = () => {
    clearTimeout(timer.current)
    setResting(false)
  }
  return { isResting, rest: { onMouseEnter, onMouseLeave } }
}

/** A day in the reader's time zone, with the relative time in the tooltip. A missing one is N/A. */
export const Day = ({ at, precise = false }: DayProps) => {
  const t = useText()
  const language = useLanguage()
  const zone = useZone()
  const element = useRef<HTMLTimeElement>(null)
  const { isResting, rest } = useRest()
  if (!at) return t('N/A')
  const shown = precise ? momentOf(at, zone) : dayOf(at, zone)
  if (!shown) return t('Invalid Date')
  return (
    <>
      <time dateTime={at} style={{ whiteSpace: 'nowrap' }} ref={element} {...rest}>
        {shown}
      </time>
      {/* A list has dozens of these: the tooltip is rendered only while visible. */}
      {isResting && <Tooltip target={element} opened label={sinceThen(at, language)} />}
    </>
  )
}
