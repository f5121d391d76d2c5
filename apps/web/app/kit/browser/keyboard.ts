import { useEffect, useEffectEvent } from 'react'

type Keys = Readonly<Record<string, (event: KeyboardEvent) => void>>

const isTyping = (target: EventTarget | null) =>
  target instanceof Element &&
  target.closest('input:not([type=checkbox]), textarea, select, [contenteditable=true], [role=dialog], [role=menu]') !== null

/** The name of a pressed key, as `useKeys` expects it: 'mod+k' with Ctrl or ⌘, else the character itself, whatever the layout needs to type it. */
export const keyName = (event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>) => {
  if (event.ctrlKey || event.metaKey) return `mod+${event.key.toLowerCase()}`
  return event.altKey ? '' : event.key
}

/** Handles keys wherever the focus is; plain characters only while nobody is typing and no dialog or menu is open. */
export const useKeys = (keys: Keys) => {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const name = keyName(event)
    const handler = keys[name]
    if (!handler || event.defaultPrevented || (!name.startsWith('mod+') && isTyping(event.target))) return
    event.preventDefault()
    handler(event)
  })
  useEffect(() => {
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}

/** Moves the focus to the name in the first row of the list. */
export const focusFirstRow = (event: React.KeyboardEvent) => {
  const name = document.querySelector<HTMLElement>('a[data-row-focus]')
  if (!name) return
  event.preventDefault()
  name.focus()
}

/**
 * Arrow keys, Home and End move the focus among the elements that match `selector` in the current element: between rows, in the same column. The
 * open menu of a row handles these keys itself.
 */
export const moveFocusAmong = (selector: string) => (event: React.KeyboardEvent<HTMLElement>) => {
  if (!event.currentTarget.contains(event.target as Node)) return
  const target = event.target as HTMLElement
  const elements = [...event.currentTarget.querySelectorAll<HTMLElement>(selector)]
  const rows = [...Map.groupBy(elements, (element) => element.closest('tr, li') ?? element).values()]
  const row = target.closest('tr, li')
  const rowIndex = rows.findIndex((inRow) => inRow.some((element) => element === target || row?.contains(element)))
  const nextIndex = { ArrowDown: rowIndex + 1, ArrowUp: rowIndex - 1, Home: 0, End: rows.length - 1 }[event.key]
  const targetRow = nextIndex === undefined ? undefined : rows[nextIndex]
  if (!targetRow) return
  event.preventDefault()
  const column = rows[rowIndex]?.indexOf(target) ?? 0
  targetRow[Math.min(Math.max(column, 0), targetRow.length - 1)]!.focus()
}
