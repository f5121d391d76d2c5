import type { ReactNode } from 'react'
import styles from './badge.module.css'

type BadgeColor = 'ink' | 'signal' | 'red' | 'green' | 'gray'

interface BadgeProps {
  color?: BadgeColor
  /** `outline`: secondary information. */
  variant?: 'light' | 'outline'
  size?: 'sm' | 'md' | 'lg'
  /** Before the text. */
  icon?: ReactNode
  /** The native tooltip, if the text is truncated. */
  title?: string
  /** Its text is never truncated. */
  isUntruncated?: boolean
  children: ReactNode
}

const colorsOf = (color: BadgeColor) => ({
  background: `var(--mantine-color-${color}-light)`,
  color: `var(--mantine-color-${color}-light-color)`,
})

/** A short text about a record, on a colour. A single element, since a list has a hundred of them. */
export const Badge = ({ color = 'ink', variant = 'light', size = 'md', icon, title, isUntruncated, children }: BadgeProps) => (
  <span
    className={styles.badge}
    style={variant === 'light' ? colorsOf(color) : undefined}
    title={title}
    data-variant={variant}
    data-size={size}
    data-whole={isUntruncated}
  >
    {icon}
    {children}
  </span>
)

/** Several badges, in one line if a row has one. `isCounted`: the last child is the number of the others, which stands for them there. */
export const Badges = ({ isCounted = false, children }: { isCounted?: boolean; children: ReactNode }) => (
  <div className={styles.badges} data-badges={isCounted ? 'counted' : ''}>
    {children}
  </div>
)
