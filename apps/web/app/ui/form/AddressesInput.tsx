import { TagsInput } from '@mantine/core'
import { useState } from 'react'
import { useText } from '#kit/text'

/** An approximate check of an address; the server checks more strictly. */
const addressPattern = /^[^\s@,;<>"]+@[^\s@,;<>"]+\.[^\s@,;<>"]+$/

/** Separators between addresses that are typed or pasted together. */
const separators = [',', ';', ' ', '\n', '\t']

/** Each address once, ignoring case, as it was typed first. */
export const uniqueAddresses = (addresses: readonly string[]) => {
  const addressesByKey = new Map<string, string>()
  for (const address of addresses.map((each) => each.trim()).filter(Boolean))
    if (!addressesByKey.has(address.toLowerCase())) addressesByKey.set(address.toLowerCase(), address)
  return [...addressesByKey.values()]
}

/** The first of these that is not a valid address. */
export const findInvalidAddress = (addresses: readonly string[]) => addresses.find((address) => !addressPattern.test(address))

interface AddressesInputProps {
  label: string
  description?: string
  value: readonly string[]
  onChange: (addresses: string[]) => void
  error?: string | false | undefined
  /** Suggested while typing. */
  known?: readonly string[]
}

/** E-mail addresses as chips. Typed text becomes one by Enter, comma, space, and by leaving the field. */
export const AddressesInput = ({ value, onChange, error, known = [], ...input }: AddressesInputProps) => {
  const t = useText()
  const [typed, setTyped] = useState('')
  const wrong = findInvalidAddress(value)
  return (
    <TagsInput
      {...input}
      value={[...value]}
      onChange={(addresses) => onChange(uniqueAddresses(addresses))}
      searchValue={typed}
      onSearchChange={setTyped}
      // Without typed text there is nothing to add, and Enter must not submit the form either.
      onKeyDown={(event) => event.key === 'Enter' && typed.trim() === '' && event.preventDefault()}
      data={[...known]}
      splitChars={separators}
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
