import { del, get, keys } from 'idb-keyval'
import { offlineStore, saveOffline } from '#kit/browser/offlineStore'

/** The encrypted store of one user on this device, by name. */
export interface Vault {
  get: <T>(name: string) => Promise<T | undefined>
  set: (name: string, value: unknown) => Promise<void>
  remove: (name: string) => Promise<void>
  names: (prefix: string) => Promise<string[]>
}

interface Sealed {
  iv: Uint8Array<ArrayBuffer>
  bytes: ArrayBuffer
}

const AES = { name: 'AES-GCM', length: 256 } as const
const bytesOf = (text: string) => new TextEncoder().encode(text)

const seal = async (key: CryptoKey, name: string, bytes: BufferSource): Promise<Sealed> => {
  const iv = crypto.getRandomValues(new Uint8Array(12))
  return { iv, bytes: await crypto.subtle.encrypt({ name: AES.name, iv, additionalData: bytesOf(name) }, key, bytes) }
}

const unseal = (key: CryptoKey, name: string, { iv, bytes }: Sealed) =>
  crypto.subtle.decrypt({ name: AES.name, iv, additionalData: bytesOf(name) }, key, bytes)

/** The key of the session: derived from the token, which is stored nowhere else in this browser and is deleted with the session. */
const sessionKey = async (token: string) => {
  const material = await crypto.subtle.importKey('raw', bytesOf(token), 'HKDF', false, ['deriveKey'])
  const derivation = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: bytesOf('offline work') }
  return crypto.subtle.deriveKey(derivation, material, AES, false, ['encrypt', 'decrypt'])
}

const fromBase64Url = (text: string) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0))

const deviceId = async () => {
  const existing = await get<string>('device', offlineStore())
  if (existing) return existing
  const newId = crypto.randomUUID()
  await saveOffline('device', newId)
  return newId
}

interface VaultDeps {
  userId: string
  /** The session's token. */
  token: string
  /** Fetches the key of this account on this device from the server. */
  fetchKey: (device: string) => Promise<string>
}

/**
 * The key that encrypts everything. The server issues it to the account, always the same on this device; it is stored encrypted with the
 * session's key. If it was encrypted in another session it cannot be read, and the server sends it again.
 */
const deviceKey = async ({ userId, token, fetchKey }: VaultDeps) => {
  const [name, wrappingKey] = [`${userId} key`, await sessionKey(token)]
  const sealed = await get<Sealed>(name, offlineStore())
  const unsealed = sealed && (await unseal(wrappingKey, name, sealed).catch(() => undefined))
  const raw = unsealed ?? fromBase64Url(await fetchKey(await deviceId()))
  // Without room for it, the server must be asked again the next time.
  if (!unsealed) await saveOffline(name, await seal(wrappingKey, name, raw)).catch(() => undefined)
  return crypto.subtle.importKey('raw', raw, AES, false, ['encrypt', 'decrypt'])
}

/** Opens the user's store on this device. Without a connection, only in a session that has opened it before. */
export const openVault = async (needs: VaultDeps): Promise<Vault> => {
  const key = await deviceKey(needs)
  const fullKey = (name: string) => `${needs.userId} ${name}`
  return {
    get: async <T>(name: string) => {
      const sealed = await get<Sealed>(fullKey(name), offlineStore())
      return sealed && (JSON.parse(new TextDecoder().decode(await unseal(key, fullKey(name), sealed))) as T)
    },
    set: async (name, value) => saveOffline(fullKey(name), await seal(key, fullKey(name), bytesOf(JSON.stringify(value)))),
    remove: (name) => del(fullKey(name), offlineStore()),
    names: async (prefix) => {
      const all = await keys<string>(offlineStore())
      return all.filter((name) => name.startsWith(fullKey(prefix))).map((name) => name.slice(fullKey('').length))
    },
  }
}
