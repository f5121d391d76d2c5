let typed: string | null = null

/** Inserts text as if it had been typed: React is told. */
const insert = (field: HTMLInputElement, text: string) => {
  const { value, selectionStart, selectionEnd } = field // null for email addresses and numbers
  const next = value.slice(0, selectionStart ?? value.length) + text + value.slice(selectionEnd ?? value.length)
  // React ignores an input event of a value that was set on the field itself.
  Reflect.set(Object.getPrototypeOf(field) as object, 'value', next, field)
  field.dispatchEvent(new InputEvent('input', { bubbles: true, data: text, inputType: 'insertText' }))
}

/** For what was loaded: keys act in it, and on the page, again. What has not reached a text field is lost. */
export const endTypeAhead = () => {
  typed = null
  removeEventListener('keydown', onKey, true)
  removeEventListener('focusin', onFocus, true)
  removeEventListener('pointerdown', endTypeAhead, true)
}

const onFocus = ({ target }: FocusEvent) => {
  const field = target as HTMLInputElement
  if (!field.matches('input, textarea, select')) return
  const text = typed
  endTypeAhead()
  // After the field's own reaction to the focus.
  if (text && !field.matches('select, [type=checkbox], [type=radio]')) queueMicrotask(() => insert(field, text))
}

const onKey = (event: KeyboardEvent) => {
  const { key, ctrlKey, metaKey, altKey } = event
  const isCommand = (ctrlKey || metaKey || altKey) && !event.getModifierState('AltGraph')
  if (isCommand || key === 'Escape' || key === 'Tab') return endTypeAhead()
  if (/^F\d/.test(key)) return
  event.preventDefault()
  event.stopImmediatePropagation()
  if (key === 'Backspace') typed = typed!.slice(0, -1)
  else if (key.length === 1) typed += key
}

/**
 * Keeps what is typed from now on for the next text field that receives the focus: one that is still loading. Until then keys do nothing else.
 * Escape, Tab, a command such as Ctrl+K, and a press with the pointer end this as `endTypeAhead` does.
 */
export const typeAhead = () => {
  endTypeAhead()
  typed = ''
  addEventListener('keydown', onKey, true)
  addEventListener('focusin', onFocus, true)
  addEventListener('pointerdown', endTypeAhead, true)
}
