import { Text } from '@mantine/core'
import { type CSSProperties, type ReactNode, type SyntheticEvent, useState } from 'react'
import { Tooltip } from '#ui/page/floating'

interface ClipProps {
  /** Default: one in a table, two elsewhere. */
  lines?: number | undefined
  /** The text of the tooltip, if `children` is shortened already. */
  fullText?: string | undefined
  children: ReactNode
}

/** The classes of Mantine's Text, which would look them up for each of two hundred cells. */
const className = `mantine-Text-root ${Text.classes.root}`
const clampStyle = (lines: number) => ({ '--text-line-clamp': lines }) as CSSProperties

/**
 * Text in a limited number of lines, which wrap only between words. Truncated text is shown in full in a tooltip; a table row or link shows it in
 * place while it has keyboard focus.
 */
export const Clip = ({ lines, fullText, children }: ClipProps) => {
  const [target, setTarget] = useState<HTMLElement | null>(null)
  const show = ({ currentTarget }: SyntheticEvent<HTMLElement>) =>
    setTarget(fullText !== undefined || isTruncated(currentTarget) ? currentTarget : null)
  const hide = () => setTarget(null)
  return (
    <>
      <span
        className={className}
        style={clampStyle(lines ?? 2)}
        data-inherit
        data-line-clamp
        data-one-line={lines === undefined || lines === 1 || undefined}
        onMouseEnter={show}
        onMouseLeave={hide}
        onFocus={show}
        onBlur={hide}
        onTouchStart={show}
        onTouchEnd={hide}
      >
        {children}
      </span>
      {/* A list has a hundred of these: the tooltip is rendered only while visible. */}
      {target && <Tooltip target={target} opened label={fullText ?? children} multiline maw={420} />}
    </>
  )
}

const isTruncated = ({ scrollHeight, clientHeight, scrollWidth, clientWidth }: HTMLElement) =>
  scrollHeight > clientHeight + 1 || scrollWidth > clientWidth
