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

/** Milliseconds for which the pointer rests on a day before the tooltip comes. */
const REST = 300

/** Whether the pointer rests on an element, and the handlers that find it out. */
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

/** A day in full in the reader's time zone, with how long ago it was in the tooltip. Missing is N/A. */
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
      {/* A list has dozens of these: the tooltip is there while it is seen. */}
      {isResting && <Tooltip target={element} opened label={sinceThen(at, language)} />}
    </>
  )
}
