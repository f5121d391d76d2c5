import { Text, type TextProps, Tooltip } from '@mantine/core'
import { type ReactNode, useRef, useState } from 'react'

interface ClipProps extends TextProps {
  lines?: number
  /** What stands in the tooltip, where `children` is a part of it already. */
  whole?: string | undefined
  children: ReactNode
}

/** Text in at most so many lines. What is cut off stands whole in a tooltip. */
export const Clip = ({ lines = 2, whole, children, ...rest }: ClipProps) => {
  const text = useRef<HTMLParagraphElement>(null)
  const [cut, setCut] = useState(false)
  const measure = () => setCut(text.current !== null && text.current.scrollHeight > text.current.clientHeight + 1)
  return (
    <Tooltip label={whole ?? children} disabled={!cut && whole === undefined} multiline maw={420} openDelay={300}>
      <Text
        span
        inherit
        lineClamp={lines}
        style={{ overflowWrap: 'anywhere' }}
        {...rest}
        ref={text}
        onMouseEnter={measure}
        onFocus={measure}
      >
        {children}
      </Text>
    </Tooltip>
  )
}
