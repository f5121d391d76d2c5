import { Menu, type MenuProps } from '@mantine/core'
import { cloneElement, type ComponentPropsWithRef, type ReactElement, type ReactNode, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

interface LazyMenuProps extends Pick<MenuProps, 'width'> {
  /** It passes a ref, attributes and handlers on to its element. */
  button: ReactElement<ComponentPropsWithRef<'button'>>
  children: ReactNode
}

/**
 * Of what opens from a button, the button alone is there until it is used first: a list has a hundred of them. `mount` puts the whole in the
 * place of the button; `target` is the ref of either, and has the focus.
 */
export const useFirstUse = () => {
  const [isUsed, setUsed] = useState(false)
  const target = useRef<HTMLButtonElement>(null)
  const mount = () => {
    flushSync(() => setUsed(true))
    target.current?.focus({ preventScroll: true })
  }
  return { isUsed, setUsed, mount, target }
}

/** A menu that opens below its button. */
export const LazyMenu = ({ button, width, children }: LazyMenuProps) => {
  const [opened, setOpened] = useState(false)
  const { isUsed, mount, target } = useFirstUse()
  const begin = () => {
    mount()
    setOpened(true)
  }
  if (!isUsed) return cloneElement(button, { ref: target, 'aria-haspopup': 'menu', 'aria-expanded': false, onClick: begin })
  return (
    <Menu position="bottom-end" width={width} opened={opened} onChange={setOpened}>
      <Menu.Target>{cloneElement(button, { ref: target })}</Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  )
}
