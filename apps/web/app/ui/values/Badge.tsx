import type { ReactNode } from 'react'
import styles from './badge.module.css'

type BadgeColor = 'ink' | 'signal' | 'red' | 'green' | 'gray'

interface BadgeProps {
  color?: BadgeColor
  /** `outline`: what is said by the way. */
  variant?: 'light' | 'outline'
  size?: 'sm' | 'md' | 'lg'
  /** Before the words. */
  icon?: ReactNode
  /** Shown by the browser where the words are cut. */
  title?: string
  /** Its words are never cut. */
  whole?: boolean
  children: ReactNode
}

const colorsOf = (color: BadgeColor) => ({
  background: `var(--mantine-color-${color}-light)`,
  color: `var(--mantine-color-${color}-light-color)`,
})

/** A short word about a record, on a colour. One element, for a list has a hundred of them. */
export const Badge = ({ color = 'ink', variant = 'light', size = 'md', icon, title, whole, children }: BadgeProps) => (
  <span
    className={styles.badge}
    style={variant === 'light' ? colorsOf(color) : undefined}
    title={title}
    data-variant={variant}
    data-size={size}
    data-whole={whole}
  >
    {icon}
    {children}
  </span>
)

/** Several, in one line where a row has one. */
export const Badges = ({ children }: { children: ReactNode }) => (
  <div className={styles.badges} data-badges>
    {children}
  </div>
)
