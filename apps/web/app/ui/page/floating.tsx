import type { MenuProps, TooltipProps } from '@mantine/core'
import {
  cloneElement,
  type ComponentProps,
  type ComponentPropsWithRef,
  type ComponentType,
  createElement,
  type ReactElement,
  type ReactNode,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { flushSync } from 'react-dom'
import { loadScript } from '#kit/browser/connection'
import { useText } from '#kit/text'
import { useToast } from '#ui/page/toast'

type Parts = (typeof import('./floatingParts.ts'))['floatingParts']

let fetched: Parts | undefined
const listeners = new Set<() => void>()

/** Fetches Mantine's menus, popovers and tooltips, with what places them. None of them is seen while a page opens, so its rows do not wait for them. */
const loadFloating = async () => {
  fetched ??= await loadScript(async () => (await import('./floatingParts.ts')).floatingParts)
  for (const listener of listeners) listener()
}

/** What tells that somebody is about to use the page. */
const signs = ['pointermove', 'pointerdown', 'keydown'] as const

/**
 * Has them fetched as soon as somebody moves the pointer or presses a key, before they press a button; a finger comes without a sign, so there it is done
 * once the page stands. Where that fails they are fetched with the first use.
 */
export const useFloatingOnIntent = () =>
  useEffect(() => {
    const load = () => void loadFloating().catch(() => null)
    for (const sign of signs) addEventListener(sign, load, { once: true, passive: true })
    if (matchMedia('(hover: none)').matches) load()
    return () => {
      for (const sign of signs) removeEventListener(sign, load)
    }
  }, [])

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** A component of Mantine's that may be drawn once it has been fetched. */
const part = <C extends object>(of: (parts: Parts) => C) =>
  ((props: object) => {
    if (!fetched) throw new Error('A menu or popover is drawn before it has been fetched')
    return createElement(of(fetched) as ComponentType, props)
  }) as unknown as C

/** Mantine's menu, for what `useFirstUse` puts in the place of a button. */
export const Menu = Object.assign(
  part((parts) => parts.Menu),
  {
    Target: part((parts) => parts.Menu.Target),
    Dropdown: part((parts) => parts.Menu.Dropdown),
    Item: part((parts) => parts.Menu.Item),
    Label: part((parts) => parts.Menu.Label),
    Divider: part((parts) => parts.Menu.Divider),
    RadioGroup: part((parts) => parts.Menu.RadioGroup),
    RadioItem: part((parts) => parts.Menu.RadioItem),
  },
)

/** Mantine's popover, for what `useFirstUse` puts in the place of a button. */
export const Popover = Object.assign(
  part((parts) => parts.Popover),
  {
    Target: part((parts) => parts.Popover.Target),
    Dropdown: part((parts) => parts.Popover.Dropdown),
  },
)

/** Mantine's tooltip. What it explains is there before it is. */
export const Tooltip = (props: TooltipProps) => {
  const parts = useSyncExternalStore(
    subscribe,
    () => fetched,
    () => undefined,
  )
  useEffect(() => {
    // Without it the page still says all that is in it.
    loadFloating().catch(() => null)
  }, [])
  return parts ? <parts.Tooltip {...props} /> : props.children
}

/**
 * Of what opens from a button, the button alone is there until it is used first: a list has a hundred of them. While `isUsed` is false the button is
 * drawn by itself, then as the target of a `Menu` or `Popover`; `target` is its ref either way, and it keeps the focus.
 */
export const useFirstUse = () => {
  const [opened, setOpened] = useState(false)
  const [isUsed, setUsed] = useState(false)
  const target = useRef<HTMLButtonElement>(null)
  const t = useText()
  const toast = useToast()
  const begin = () => {
    flushSync(() => setUsed(true))
    target.current?.focus({ preventScroll: true })
    setOpened(true)
  }
  const fetchAndBegin = async () => {
    const { activeElement } = document
    try {
      await loadFloating()
    } catch {
      const action = { label: t('Reload'), run: () => location.reload(), stands: false } as const
      return toast.show({ title: t('ERROR'), text: t('A part of this page could not be loaded.'), failed: true, action })
    }
    // Whoever types somewhere else by now is not taken away from there.
    if ([activeElement, document.body].includes(document.activeElement)) begin()
  }
  const change = (next: boolean) => {
    if (!next || isUsed) return setOpened(next)
    if (fetched) return begin()
    void fetchAndBegin()
  }
  /** Opens at once what has been open elsewhere. */
  const reopen = () => {
    setUsed(true)
    setOpened(true)
  }
  return { opened, setOpened: change, reopen, isUsed, target }
}

interface LazyMenuProps extends Pick<MenuProps, 'width'> {
  /** It passes a ref, attributes and handlers on to its element. */
  button: ReactElement<ComponentPropsWithRef<'button'>>
  children: ReactNode
}

/** What a menu or popover says of itself at its button, before it is there. */
export const unused = (haspopup: 'menu' | 'dialog', setOpened: (opened: boolean) => void): Partial<ComponentProps<'button'>> => ({
  'aria-haspopup': haspopup,
  'aria-expanded': false,
  onClick: () => setOpened(true),
})

/** A menu that opens below its button. */
export const LazyMenu = ({ button, width, children }: LazyMenuProps) => {
  const { opened, setOpened, isUsed, target } = useFirstUse()
  if (!isUsed) return cloneElement(button, { ref: target, ...unused('menu', setOpened) })
  return (
    <Menu position="bottom-end" width={width} opened={opened} onChange={setOpened}>
      <Menu.Target>{cloneElement(button, { ref: target })}</Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  )
}
