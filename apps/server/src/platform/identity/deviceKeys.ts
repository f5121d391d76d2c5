import type { Actor } from '@tradewind/contract/roles'
import { createHmac, hkdfSync } from 'node:crypto'

/**
 * Makes the keys by which accounts encrypt what they keep on a device. A key follows from the secret, the account and the device: nothing is
 * stored, and a later session of the same account reads what an earlier one has kept.
 */
export const deviceKeyMaker = (secret: string) => {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'device keys', 32))
  return ({ tenantId, uniqueId }: Pick<Actor, 'tenantId' | 'uniqueId'>, device: string) =>
    createHmac('sha256', key).update([tenantId, uniqueId, device.toLowerCase()].join(' ')).digest('base64url')
}
export type DeviceKeys = ReturnType<typeof deviceKeyMaker>
