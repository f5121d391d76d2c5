import { MultiSelect, type MultiSelectProps, Select, type SelectProps } from '@mantine/core'
import { type FocusEvent, type KeyboardEvent, type MouseEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type Failure, failureOf } from '#kit/api/failure'
import { useText } from '#kit/text'
import { filterByMatch, labelOfValue } from './searchOptions.tsx'
import { sideOf } from './sideOf.ts'

/** Finds the first match of the typed text before the list shows it. Resolves to a function that chooses it; to null if nothing matches. Rejects with a Failure. */
type Prefetch = (words: string) => Promise<(() => void) | null>

interface PickerSpec {
  /** The chosen option, if only one may be chosen. */
  value?: string | null
  /** The text in the field while nobody types: the label of the chosen option, or empty. */
  selectedLabel: string
  /** Several may be chosen: the list stays open, and the text is cleared for the next one. */
  isMultiple?: boolean
  /** The options still belong to the previous search text. */
  isPending?: boolean | undefined
  prefetch?: Prefetch | undefined
  /** Called if the text was cleared and the field left or confirmed; set if that clears the value. */
  onClear?: (() => void) | undefined
  onSearch?: ((words: string) => void) | undefined
}

const listboxOf = (input: HTMLElement) => document.getElementById(input.getAttribute('aria-controls') ?? '')
const highlightedOption = (input: HTMLElement) => listboxOf(input)?.querySelector<HTMLElement>('[data-combobox-selected]')
const firstOption = (input: HTMLElement) =>
  listboxOf(input)?.querySelector<HTMLElement>('[data-combobox-option]:not([data-combobox-disabled])')

/**
 * The keyboard handling of every searchable select. The first match is highlighted; Enter and Tab choose it; Enter never submits the form, which
 * Ctrl+Enter and ⌘+Enter do unless they choose; focus selects the text; Escape restores the previous choice.
 */
const usePicker = (spec: PickerSpec) => {
  const t = useText()
  const input = useRef<HTMLInputElement>(null)
  const { value, selectedLabel, isMultiple = false, isPending = false } = spec
  const picking = usePickerState(input, spec)
  const { search, type, isOpen, setOpen, position, isTyped, take, leave, late } = picking
  useActiveOption(input, picking)
  const valueWhileTyped = useRef(value)
  /** Mantine writes the label of the chosen option into the text as soon as it is known: this must not overwrite what is being typed. */
  const onSearchChange = (words: string) => {
    const field = input.current
    const hasFocus = field === document.activeElement
    const isWrittenOver = isTyped && hasFocus && field?.value !== words
    if (isWrittenOver && !isMultiple && value === valueWhileTyped.current) return
    // The field is left: the text stays until its choice has arrived.
    if (late.isAwaited() && !hasFocus) return
    late.cancel()
    valueWhileTyped.current = value
    type(words)
  }
  // Typing replaces the previous choice.
  useEffect(() => {
    if (search === selectedLabel && input.current === document.activeElement) input.current?.select()
  }, [search, selectedLabel])

  const enter = (event: KeyboardEvent<HTMLInputElement>) => {
    const { ctrlKey, metaKey, currentTarget } = event
    const isChoosing = isOpen && (search !== selectedLabel || highlightedOption(currentTarget))
    const isSubmit = (ctrlKey || metaKey) && !isChoosing
    event.preventDefault()
    // What is edited in place has no form, and saves by the key itself.
    if (isSubmit && !currentTarget.form) return
    event.stopPropagation()
    if (isSubmit) currentTarget.form?.requestSubmit()
    else if (isOpen) take(currentTarget)
    else setOpen(true)
  }
  const onKeyDownCapture = (event: KeyboardEvent<HTMLInputElement>) => {
    const { key, nativeEvent, currentTarget } = event
    if (nativeEvent.isComposing || currentTarget.readOnly || currentTarget.disabled) return
    if (key === 'Tab' && isOpen) take(currentTarget)
    if (key === 'Enter') enter(event)
    if (key === 'Escape' && (isOpen || search !== selectedLabel)) {
      event.stopPropagation()
      late.cancel()
      type(selectedLabel)
      setOpen(false)
    }
  }
  return {
    message: isTyped && t('Nothing matches “{text}”', { text: search.trim() }),
    position: position ?? 'bottom',
    ref: input,
    searchable: true,
    autoComplete: 'off',
    /** For the form: Enter chooses what was typed, or clears the choice. */
    'data-typed': search === selectedLabel ? '' : true,
    searchValue: search,
    onSearchChange,
    // Choosing the current option again fires no change, so its label must be restored here.
    onOptionSubmit: (chosen: string) => {
      late.cancel()
      if (!isMultiple && chosen === value) type(selectedLabel)
    },
    dropdownOpened: isOpen,
    onDropdownOpen: () => setOpen(true),
    onDropdownClose: () => setOpen(false),
    selectFirstOptionOnChange: isTyped && !isPending,
    onKeyDownCapture,
    onBlur: leave,
    ...(late.fault !== null && { error: late.fault }),
    onFocus: ({ currentTarget }: FocusEvent<HTMLInputElement>) => currentTarget.select(),
    // The press places the cursor in the text only after this handler.
    onClick: ({ currentTarget }: MouseEvent<HTMLInputElement>) => {
      requestAnimationFrame(() => currentTarget.value === selectedLabel && currentTarget.select())
    },
  } as const
}

/** The typed text, and how the highlighted option is chosen for it. */
const usePickerState = (
  field: React.RefObject<HTMLInputElement | null>,
  { selectedLabel, isMultiple = false, isPending = false, prefetch, onClear, onSearch }: PickerSpec,
) => {
  const [position, setPosition] = useState<ReturnType<typeof sideOf>>()
  const [search, setSearch] = useState(selectedLabel)
  const late = useLateChoice(field, prefetch)
  const isTyped = search.trim() !== '' && search !== selectedLabel
  const isOpen = position !== undefined
  const setOpen = (next: boolean) => setPosition(next ? (position ?? sideOf(field.current)) : undefined)
  const type = (words: string) => {
    setSearch(words)
    onSearch?.(words)
  }
  const settle = () => {
    type(selectedLabel)
    if (!isMultiple) setOpen(false)
  }
  const leave = () => {
    if (search === '' && selectedLabel !== '') onClear?.()
  }
  const accept = (input: HTMLElement) => {
    if (isTyped && isPending) return void late.run(search, settle)
    const option = highlightedOption(input) ?? (isTyped ? firstOption(input) : null)
    if (option) return option.click()
    leave()
    if (!isTyped) setOpen(false)
  }
  return { search, type, isOpen, setOpen, position, isTyped, take: accept, leave, late }
}

/** Tells screen readers which option is highlighted while typing; Mantine does so only for arrow keys. A closed list has none. */
const useActiveOption = (
  input: React.RefObject<HTMLInputElement | null>,
  { isOpen, isTyped }: { isOpen: boolean; isTyped: boolean },
) =>
  useEffect(() => {
    const field = input.current
    if (!field || (isOpen && !isTyped)) return
    const id = isOpen ? highlightedOption(field)?.id : undefined
    if (id) field.setAttribute('aria-activedescendant', id)
    else field.removeAttribute('aria-activedescendant')
  })

interface OneProps extends Omit<SelectProps, 'multiple' | 'value' | 'onChange' | 'onKeyDownCapture' | 'onFocus' | 'onClick'> {
  value: string | null
  onChange: (value: string | null) => void
  /** The label of the chosen option, if it may be missing from the options. */
  selectedLabel?: string
  /** The options still belong to the previous search text. */
  isPending?: boolean
  prefetch?: Prefetch
}

const One = ({ value, onChange, selectedLabel, isPending, prefetch, onSearchChange, ...rest }: OneProps) => {
  const label = labelOfValue(rest.data, value)
  const { position, message, ...keyboard } = usePicker({
    value,
    selectedLabel: selectedLabel ?? label ?? '',
    isPending,
    prefetch,
    onSearch: onSearchChange,
    onClear: rest.clearable ? () => onChange(null) : undefined,
  })
  // An empty text is a value only if it is one of the options.
  const chosen = value === '' && label === undefined ? null : value
  return (
    <Select
      filter={filterByMatch}
      nothingFoundMessage={message}
      {...rest}
      {...keyboard}
      comboboxProps={{ position, ...rest.comboboxProps }}
      allowDeselect={false}
      value={chosen}
      onChange={onChange}
    />
  )
}

interface SeveralProps extends Omit<MultiSelectProps, 'multiple' | 'onKeyDownCapture' | 'onFocus' | 'onClick'> {
  /** The options still belong to the previous search text. */
  isPending?: boolean
  prefetch?: Prefetch
}

const Several = ({ isPending, prefetch, onSearchChange, ...rest }: SeveralProps) => {
  const { position, message, ...keyboard } = usePicker({
    selectedLabel: '',
    isMultiple: true,
    isPending,
    prefetch,
    onSearch: onSearchChange,
  })
  return (
    <MultiSelect
      filter={filterByMatch}
      nothingFoundMessage={message}
      {...rest}
      {...keyboard}
      comboboxProps={{ position, ...rest.comboboxProps }}
      hidePickedOptions
      clearSearchOnChange
    />
  )
}

type PickerProps = (OneProps & { multiple?: false }) | (SeveralProps & { multiple: true })

/** A searchable select with full keyboard support: see `usePicker`. With `multiple` several options can be chosen, and chosen ones are no longer offered. */
export const Picker = ({ multiple, ...props }: PickerProps) =>
  multiple ? <Several {...(props as SeveralProps)} /> : <One {...(props as OneProps)} />

/**
 * Chooses the first match of a text that was confirmed before its search was answered, unless the user does something else in the field until
 * then. The form is not submitted before. `fault`: why there is no choice, if the field was left.
 */
const useLateChoice = (input: RefObject<HTMLInputElement | null>, prefetch: Prefetch | undefined) => {
  const t = useText()
  const [fault, setFault] = useState<string | null>(null)
  /** The search whose choice is awaited. */
  const awaited = useRef<unknown>(null)
  const cancel = () => {
    awaited.current = null
    input.current?.removeAttribute('aria-busy')
    setFault(null)
  }
  const faultOf = (failure: Failure | null | undefined, words: string) =>
    failure ? t(failure.message) : t('Nothing matches “{text}”', { text: words.trim() })
  /** `settle`: ends the typing. */
  const run = async (words: string, settle: () => void) => {
    const field = input.current!
    const search = prefetch?.(words).catch(failureOf)
    cancel()
    awaited.current = search
    field.setAttribute('aria-busy', 'true')
    let isSubmitted = false
    const hold = (event: Event) => {
      event.preventDefault()
      event.stopPropagation()
      isSubmitted = true
    }
    field.form?.addEventListener('submit', hold, true)
    const found = await search
    field.form?.removeEventListener('submit', hold, true)
    // The form may be gone.
    if (awaited.current !== search || !field.isConnected) return
    cancel()
    if (typeof found === 'function') {
      flushSync(() => {
        settle()
        found()
      })
      if (isSubmitted) field.form?.requestSubmit()
    } else if (field !== document.activeElement) {
      if (!found) settle() // after a failure the text stays
      setFault(faultOf(found, words))
      if (isSubmitted) field.focus()
    }
  }
  return { run, cancel, isAwaited: () => awaited.current !== null, fault }
}
