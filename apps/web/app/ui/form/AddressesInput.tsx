import { type ComboboxItem, TagsInput, Text } from '@mantine/core'
import { useState } from 'react'
import { useText } from '#kit/text'
import { findMatches } from './searchOptions.tsx'

/** An approximate check of an address; the server checks more strictly. */
const addressPattern = /^[^\s@,;<>"]+@[^\s@,;<>"]+\.[^\s@,;<>"]+$/
const isAddress = (text: string) => addressPattern.test(text)

/** Each address once, ignoring case, as it was typed first. */
export const uniqueAddresses = (addresses: readonly string[]) => {
  const addressesByKey = new Map<string, string>()
  for (const address of addresses.map((each) => each.trim()).filter(Boolean))
    if (!addressesByKey.has(address.toLowerCase())) addressesByKey.set(address.toLowerCase(), address)
  return [...addressesByKey.values()]
}

/** The first of these that is not a valid address. */
export const findInvalidAddress = (addresses: readonly string[]) => addresses.find((address) => !isAddress(address))

/** The address in an entry as mail programs write it, `Ann Lee <ann@a.test>`; the entry, if it is none. */
const addressIn = (entry: string) => {
  const address = /^[^@<>]*<([^<>]+)>$/.exec(entry.trim())?.[1] ?? ''
  return isAddress(address) ? address : entry
}

/** Names in quotation marks before addresses, which may contain commas. */
const quotedNames = /"[^"@<>]*"\s*(?=<)/g

/** The entries of a list of addresses. Where they end with semicolons or lines, the names before addresses may contain commas. */
const entriesOf = (text: string) =>
  text
    .replace(quotedNames, '')
    .split(/[;\n\t]/)
    .map(addressIn)
    .flatMap((entry) => entry.split(',').map(addressIn))

/** Separates addresses that are typed or pasted together from the rest of the text, in which spaces do not separate. */
export const splitAddresses = (text: string) => {
  const parts = entriesOf(text).flatMap((part) => {
    const words = part.trim().split(/\s+/)
    return words.every(isAddress) ? words : [words.join(' ')]
  })
  return { addresses: parts.filter(isAddress), rest: parts.filter((part) => part !== '' && !isAddress(part)).join(', ') }
}

/** The keys that end an address. */
const separatorKeys = [',', ';', ' ']

/** An address that can be chosen, and whose it is, if that is known. */
export interface AddressSuggestion {
  emailAddress: string
  fullName?: string | null
}

const keyOf = (address: string) => address.toLowerCase()

/** The options of the suggestions: those that contain the typed text, and those that a server has found by it. */
const suggestionProps = (known: readonly AddressSuggestion[], found: readonly AddressSuggestion[]) => {
  const names = new Map([...found, ...known].map(({ emailAddress, fullName }) => [keyOf(emailAddress), fullName ?? '']))
  const foundKeys = new Set(found.map(({ emailAddress }) => keyOf(emailAddress)))
  const labelOf = (address: string) => `${names.get(keyOf(address)) ?? ''} ${address}`
  return {
    data: uniqueAddresses([...known, ...found].map(({ emailAddress }) => emailAddress)),
    filter: ({ options, search }: { options: readonly object[]; search: string }) => {
      const items = options as readonly ComboboxItem[]
      const matches = findMatches(items, ({ value }) => labelOf(value), search)
      return [...matches, ...items.filter((item) => foundKeys.has(keyOf(item.value)) && !matches.includes(item))]
    },
    renderOption: ({ option: { value } }: { option: { value: string } }) => (
      <Suggestion emailAddress={value} fullName={names.get(keyOf(value)) ?? ''} />
    ),
  }
}

const Suggestion = ({ emailAddress, fullName }: AddressSuggestion) => (
  <div style={{ overflowWrap: 'anywhere' }}>
    {fullName && <div>{fullName}</div>}
    <Text span inherit {...(fullName && { c: 'dimmed' })}>
      {emailAddress}
    </Text>
  </div>
)

interface AddressesInputProps {
  label: string
  description?: string
  value: readonly string[]
  onChange: (addresses: string[]) => void
  error?: string | false | undefined
  /** Suggested while typing, by address and name. */
  known?: readonly AddressSuggestion[]
  /** Suggested as well: what a server has found by the typed text, which `onType` is told. */
  found?: readonly AddressSuggestion[]
  onType?: (text: string) => void
}

const none: readonly AddressSuggestion[] = []

/**
 * E-mail addresses as chips. A typed address becomes one by Enter, comma, space, and by leaving the field. Other text stays in the field and can be
 * edited: after Enter, and after leaving the field, it is the last of the values, and the field is invalid.
 */
export const AddressesInput = ({ value, onChange, error, known = none, found = none, onType, ...input }: AddressesInputProps) => {
  const t = useText()
  const [typed, setTyped] = useState('')
  const [isOpen, setOpen] = useState(false)
  const wrong = findInvalidAddress(value)
  const isTypedAValue = !isAddress(typed) && value.includes(typed)
  const chips = isTypedAValue ? value.filter((address) => address !== typed) : [...value]
  const add = (before: readonly string[], text: string) => {
    const { addresses, rest } = splitAddresses(text)
    setTyped(rest)
    setOpen(false)
    onChange(uniqueAddresses([...before, ...addresses, rest]))
  }
  const change = (next: string[]) => {
    const added = next.find((address) => !chips.includes(address))
    if (added === undefined) onChange(isTypedAValue ? [...next, typed] : next)
    else add(chips, added)
  }
  const type = (text: string) => {
    setTyped(text)
    setOpen(text.trim() !== '')
    onType?.(text)
    if (isTypedAValue) onChange(chips)
  }
  const pressKey = (event: React.KeyboardEvent) => {
    // Without typed text there is nothing to add, and Enter must not submit the form either.
    if (event.key === 'Enter' && typed.trim() === '') event.preventDefault()
    if (!separatorKeys.includes(event.key) || splitAddresses(typed).rest !== '' || typed.trim() === '') return
    event.preventDefault()
    add(chips, typed)
  }
  /** A list of addresses is added; any other text is pasted as the browser does. */
  const paste = (event: React.ClipboardEvent) => {
    event.stopPropagation()
    const text = event.clipboardData.getData('text/plain')
    if (splitAddresses(text).addresses.length === 0) return
    event.preventDefault()
    add(chips, `${typed}\n${text}`)
  }
  return (
    <TagsInput
      {...input}
      value={chips}
      onChange={change}
      searchValue={typed}
      onSearchChange={type}
      onClear={() => onChange([])}
      onKeyDown={pressKey}
      onPasteCapture={paste}
      {...suggestionProps(known, found)}
      splitChars={[]}
      acceptValueOnBlur
      openOnFocus={false}
      dropdownOpened={isOpen}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => setOpen(false)}
      clearable
      placeholder={t('Add email')}
      error={wrong ? t('{address} is not an email address', { address: wrong }) : error}
      type="email"
      data-autofocus
    />
  )
}
