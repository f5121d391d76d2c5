import { createHmac, hkdfSync } from 'node:crypto'

/**
 * Creates the function that hashes the address of an erased person, so that it can be recognised and not read. The hash is keyed: whoever has the
 * database alone cannot try addresses. The words before the address separate hashes that must not be compared, as those of two tenants.
 */
export const addressHasher = (secret: string) => {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'erased addresses', 32))
  return (scope: readonly string[], address: string) =>
    createHmac('sha256', key)
      .update([...scope, address.toLowerCase()].join(' '))
      .digest('base64url')
}
export type HashAddress = ReturnType<typeof addressHasher>
