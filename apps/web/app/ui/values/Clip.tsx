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
  const [isShown, setShown] = useState(false)
  const show = () => setShown(whole !== undefined || (text.current !== null && isCut(text.current)))
  const hide = () => setShown(false)
  return (
    <>
      <Text
        span
        inherit
        lineClamp={lines ?? 2}
        mod={{ 'one-line': lines === undefined || lines === 1 }}
        {...rest}
        ref={text}
        onMouseEnter={show}
        onMouseLeave={hide}
        onFocus={show}
        onBlur={hide}
        onTouchStart={show}
        onTouchEnd={hide}
      >
        {children}
      </Text>
      {/* A list has a hundred of these: the tooltip is there while it is seen. */}
      {isShown && <Tooltip target={text} opened label={whole ?? children} multiline maw={420} />}
    </>
  )
}

const isCut = ({ scrollHeight, clientHeight, scrollWidth, clientWidth }: HTMLElement) =>
  scrollHeight > clientHeight + 1 || scrollWidth > clientWidth
