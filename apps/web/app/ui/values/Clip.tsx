import { Text, type TextProps, Tooltip } from '@mantine/core'
import { type ReactNode, useRef, useState } from 'react'

interface ClipProps extends TextProps {
  /** In a table one unless said, elsewhere two. */
  lines?: number | undefined
  /** What is in the tooltip, where `children` is a part of it already. */
  whole?: string | undefined
  children: ReactNode
}

/**
 * Text in at most so many lines, which wrap between words alone. What is cut off stands whole in a tooltip; a row of a table, and a link,
 * show it in place while they have the keyboard's focus.
 */
export const Clip = ({ lines, whole, children, ...rest }: ClipProps) => {
  const text = useRef<HTMLParagraphElement>(null)
  const [cut, setCut] = useState(false)
  const measure = () => setCut(text.current !== null && isCut(text.current))
  return (
    // One that is disabled when the pointer comes does not open for it: what need not be shown is hidden instead.
    <Tooltip
      label={whole ?? children}
      multiline
      maw={420}
      events={always}
      {...(!cut && whole === undefined && { display: 'none' })}
    >
      <Text
        span
        inherit
        lineClamp={lines ?? 2}
        mod={{ 'one-line': lines === undefined || lines === 1 }}
        {...rest}
        ref={text}
        onMouseEnter={measure}
        onFocus={measure}
        onTouchStart={measure}
      >
        {children}
      </Text>
    </Tooltip>
  )
}

const always = { hover: true, focus: true, touch: true }

const isCut = ({ scrollHeight, clientHeight, scrollWidth, clientWidth }: HTMLElement) =>
  scrollHeight > clientHeight + 1 || scrollWidth > clientWidth
