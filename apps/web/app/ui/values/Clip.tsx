import { Text } from '@mantine/core'
import { type CSSProperties, type ReactNode, useRef, useState } from 'react'
import { Tooltip } from '#ui/page/floating'

interface ClipProps {
  /** In a table one unless said, elsewhere two. */
  lines?: number | undefined
  /** What is in the tooltip, where `children` is a part of it already. */
  whole?: string | undefined
  children: ReactNode
}

/** As Mantine's Text has them, which would look them up for each of two hundred cells. */
const className = `mantine-Text-root ${Text.classes.root}`
const clamped = (lines: number) => ({ '--text-line-clamp': lines }) as CSSProperties

/**
 * Text in at most so many lines, which wrap between words alone. What is cut off stands whole in a tooltip; a row of a table, and a link,
 * show it in place while they have the keyboard's focus.
 */
export const Clip = ({ lines, whole, children }: ClipProps) => {
  const text = useRef<HTMLSpanElement>(null)
  const [isShown, setShown] = useState(false)
  const show = () => setShown(whole !== undefined || (text.current !== null && isCut(text.current)))
  const hide = () => setShown(false)
  return (
    <>
      <span
        className={className}
        style={clamped(lines ?? 2)}
        data-inherit
        data-line-clamp
        data-one-line={lines === undefined || lines === 1 || undefined}
        ref={text}
        onMouseEnter={show}
        onMouseLeave={hide}
        onFocus={show}
        onBlur={hide}
        onTouchStart={show}
        onTouchEnd={hide}
      >
        {children}
      </span>
      {/* A list has a hundred of these: the tooltip is there while it is seen. */}
      {isShown && <Tooltip target={text} opened label={whole ?? children} multiline maw={420} />}
    </>
  )
}

const isCut = ({ scrollHeight, clientHeight, scrollWidth, clientWidth }: HTMLElement) =>
  scrollHeight > clientHeight + 1 || scrollWidth > clientWidth
