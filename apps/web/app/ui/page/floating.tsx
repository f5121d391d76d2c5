import type { MenuProps, TooltipProps } from '@mantine/core'
import {
  cloneElement,
  type ComponentProps,
  type ComponentPropsWithRef,
  type ComponentType,
  createElement,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { flushSync } from 'react-dom'
import { loadScript } from '#kit/browser/connection'
import { t } from '#kit/text'
import { useToast } from '#ui/page/toast'

type FloatingParts = (typeof import('./floatingParts.ts'))['floatingParts']

let loadedParts: FloatingParts | undefined
const listeners = new Set<() => void>()

/** Loads Mantine's menus, popovers and tooltips, with their positioning code. None of them is visible while a page opens, so its rows do not wait for them. */
const loadFloating = async () => {
  loadedParts ??= await loadScript(async () => (await import('./floatingParts.ts')).floatingParts)
  for (const listener of listeners) listener()
}

/** Loads them before their first use. Ignores failures: they are loaded again with that. */
export const prefetchFloating = () => void loadFloating().catch(() => null)

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** A Mantine component that may be rendered once it is loaded. */
const whenLoaded = <C extends object>(of: (parts: FloatingParts) => C) =>
  ((props: object) => {
    if (!loadedParts) throw new Error('A menu or popover is drawn before it has been fetched')
    return createElement(of(loadedParts) as ComponentType, props)
  }) as unknown as C

/** Mantine's menu, for buttons with `useOpenOnFirstUse`. */
export const Menu = Object.assign(
  whenLoaded((parts) => parts.Menu),
  {
    Target: whenLoaded((parts) => parts.Menu.Target),
    Dropdown: whenLoaded((parts) => parts.Menu.Dropdown),
    Item: whenLoaded((parts) => parts.Menu.Item),
    Label: whenLoaded((parts) => parts.Menu.Label),
    Divider: whenLoaded((parts) => parts.Menu.Divider),
    RadioGroup: whenLoaded((parts) => parts.Menu.RadioGroup),
    RadioItem: whenLoaded((parts) => parts.Menu.RadioItem),
  },
)

/** Mantine's popover, for buttons with `useOpenOnFirstUse`. */
export const Popover = Object.assign(
  whenLoaded((parts) => parts.Popover),
  {
    Target: whenLoaded((parts) => parts.Popover.Target),
    Dropdown: whenLoaded((parts) => parts.Popover.Dropdown),
  },
)

/** The month of a popover to pick a day from. */
export const Calendar = whenLoaded((parts) => parts.Calendar)

/** The relative time of a day, for a tooltip. */
export const RelativeTime = whenLoaded((parts) => parts.RelativeTime)

/** Mantine's tooltip. Its target is rendered before the tooltip is loaded. */
export const Tooltip = (props: TooltipProps) => {
  const parts = useSyncExternalStore(
    subscribe,
    () => loadedParts,
    () => undefined,
  )
  // Without tooltips the page still has all of its content.
  useEffect(prefetchFloating, [])
  return parts ? <parts.Tooltip {...props} /> : props.children
}

/**
 * Renders only the button of a menu or popover until its first use: a list has a hundred of them. While `isUsed` is false the button is rendered
 * alone, with the props `closedButton`, then as the target of a `Menu` or `Popover`; `target` is its ref in both cases, and it keeps the focus.
 * `isOpenAtFirst`: it was open in another component.
 */
export const useOpenOnFirstUse = (opens: 'menu' | 'dialog' = 'menu', isOpenAtFirst = false) => {
  const [opened, setOpened] = useState(isOpenAtFirst)
  const [isUsed, setUsed] = useState(isOpenAtFirst)
  const target = useRef<HTMLButtonElement>(null)
  const toast = useToast()
  const openFirstTime = () => {
    flushSync(() => setUsed(true))
    target.current?.focus({ preventScroll: true })
    setOpened(true)
  }
  const loadAndOpen = async () => {
    const { activeElement } = document
    try {
      await loadFloating()
    } catch {
      const action = { label: t('Reload'), run: () => location.reload(), duration: false } as const
      return toast.show({ title: t('ERROR'), text: t('A part of this page could not be loaded.'), failed: true, action })
    }
    // Does not take the focus from somebody who is typing elsewhere by now.
    if ([activeElement, document.body].includes(document.activeElement)) openFirstTime()
  }
  const changeOpened = (next: boolean) => {
    if (!next || isUsed) return setOpened(next)
    if (loadedParts) return openFirstTime()
    void loadAndOpen()
  }
  const closedButton: Partial<ComponentProps<'button'>> = {
    'aria-haspopup': opens,
    'aria-expanded': false,
    onClick: () => changeOpened(true),
  }
  return { opened, setOpened: changeOpened, isUsed, target, closedButton }
}

interface LazyMenuProps extends Pick<MenuProps, 'width'> {
  /** It must pass a ref, attributes and handlers on to its element. */
  button: ReactElement<ComponentPropsWithRef<'button'>>
  children: ReactNode
}

/** A menu that opens below its button: by a click, Enter, Space and, outside of lists, ↓ and ↑, which leads to its last entry. */
export const LazyMenu = ({ button, width, children }: LazyMenuProps) => {
  const { opened, setOpened, isUsed, target, closedButton } = useOpenOnFirstUse()
  const [key, setKey] = useState('')
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    setKey(event.key)
    // Between rows the arrows move the focus.
    if (!/^Arrow(Up|Down)$/.test(event.key) || event.currentTarget.closest('tr, li')) return
    event.preventDefault()
    setOpened(true)
  }
  if (!isUsed) return cloneElement(button, { ref: target, onKeyDown, ...closedButton })
  return (
    <Menu position="bottom-end" width={width} opened={opened} onChange={setOpened}>
      <Menu.Target>{cloneElement(button, { ref: target, onKeyDown })}</Menu.Target>
      <Menu.Dropdown data-entry={key === 'ArrowUp' ? 'last' : undefined}>{children}</Menu.Dropdown>
    </Menu>
  )
}
