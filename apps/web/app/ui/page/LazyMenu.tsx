import { Menu, type MenuProps } from '@mantine/core'
import { cloneElement, type ComponentPropsWithRef, type ReactElement, type ReactNode, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

interface LazyMenuProps extends Pick<MenuProps, 'width'> {
  /** It passes a ref, attributes and handlers on to its element. */
  button: ReactElement<ComponentPropsWithRef<'button'>>
  children: ReactNode
}

/** A menu that opens below its button. Few of a page's menus are opened: until the first press there is the button alone. */
export const LazyMenu = ({ button, width, children }: LazyMenuProps) => {
  const [isUsed, setUsed] = useState(false)
  const [opened, setOpened] = useState(false)
  const target = useRef<HTMLButtonElement>(null)
  const begin = () => {
    flushSync(() => setUsed(true))
    // The menu's own button is in the place of the one that was pressed, and has the focus when the menu closes.
    target.current?.focus({ preventScroll: true })
    setOpened(true)
  }
  // The ref is passed on and not read.
  // oxlint-disable-next-line react/refs
  if (!isUsed) return cloneElement(button, { ref: target, 'aria-haspopup': 'menu', 'aria-expanded': false, onClick: begin })
  return (
    <Menu position="bottom-end" width={width} opened={opened} onChange={setOpened}>
      <Menu.Target>{cloneElement(button, { ref: target })}</Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  )
}
