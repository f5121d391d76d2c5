import { Button, type ButtonProps } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import type { ComponentPropsWithRef } from 'react'
import styles from '#ui/page/page.module.css'

interface HeaderButtonProps extends ButtonProps, Omit<ComponentPropsWithRef<'button'>, keyof ButtonProps> {
  icon: Icon
}

/** A lesser action in a page's header: on a phone its icon alone is seen, its words are still read out. */
export const HeaderButton = ({ icon: Sign, className = '', children, ...rest }: HeaderButtonProps) => (
  <Button
    variant="default"
    className={`${styles.headerButton} ${className}`}
    title={typeof children === 'string' ? children : undefined}
    {...rest}
  >
    <Sign size={16} aria-hidden />
    <span className={styles.words}>{children}</span>
  </Button>
)
