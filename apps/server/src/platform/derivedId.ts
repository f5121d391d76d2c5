import { hash } from 'node:crypto'

/** A UUID of version 8, made from what it names, so that every node and every start makes the same. */
export const derivedId = (of: string) => {
  const digits = hash('sha256', of)
  const variant = ((Number.parseInt(digits[16]!, 16) & 0x3) | 0x8).toString(16)
  const parts = [digits.slice(0, 8), digits.slice(8, 12), `8${digits.slice(13, 16)}`, variant + digits.slice(17, 20)]
  return [...parts, digits.slice(20, 32)].join('-')
}
