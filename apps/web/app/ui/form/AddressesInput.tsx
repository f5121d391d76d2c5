import { TagsInput } from '@mantine/core'
import { useState } from 'react'
import { useText } from '#kit/text'

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

/** Separates addresses that are typed or pasted together from the rest of the text, in which spaces do not separate. */
export const splitAddresses = (text: string) => {
  const parts = text.split(/[,;\n\t]/).flatMap((part) => {
    const words = part.trim().split(/\s+/)
    return words.every(isAddress) ? words : [words.join(' ')]
  })
  return { addresses: parts.filter(isAddress), rest: parts.filter((part) => part !== '' && !isAddress(part)).join(', ') }
}

/** The keys that end an address. */
const separatorKeys = [',', ';', ' ']

interface AddressesInputProps {
  label: string
  description?: string
  value: readonly string[]
  onChange: (addresses: string[]) => void
  error?: string | false | undefined
  /** Suggested while typing. */
  known?: readonly string[]
}

/**
 * E-mail addresses as chips. A typed address becomes one by Enter, comma, space, and by leaving the field. Other text stays in the field and can be
 * edited: after Enter, and after leaving the field, it is the last of the values, and the field is invalid.
 */
export const AddressesInput = ({ value, onChange, error, known = [], ...input }: AddressesInputProps) => {
  const t = useText()
  const [typed, setTyped] = useState('')
  const wrong = findInvalidAddress(value)
  const isTypedAValue = !isAddress(typed) && value.includes(typed)
  const chips = isTypedAValue ? value.filter((address) => address !== typed) : [...value]
  const add = (before: readonly string[], text: string) => {
    const { addresses, rest } = splitAddresses(text)
    setTyped(rest)
    onChange(uniqueAddresses([...before, ...addresses, rest]))
  }
  const change = (next: string[]) => {
    const added = next.find((address) => !chips.includes(address))
    if (added === undefined) onChange(isTypedAValue ? [...next, typed] : next)
    else add(chips, added)
  }
  const type = (text: string) => {
    setTyped(text)
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
      data={[...known]}
      splitChars={[]}
      acceptValueOnBlur
      openOnFocus={false}
      clearable
      placeholder={t('Add email')}
      error={wrong ? t('{address} is not an email address', { address: wrong }) : error}
      type="email"
      data-autofocus
    />
  )
}
