import proxyAddr from '@fastify/proxy-addr'
import { createHmac, hkdfSync } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { isIPv6 } from 'node:net'

/** The trusted proxies in front of the server, by address, or their number: then it must not be reachable except through them. */
export type TrustProxy = boolean | string | number

/** Returns a test whether an address, so many hops away, is a trusted proxy. */
export const trustedProxyTest = (trustProxy: TrustProxy): ((address: string, hop: number) => boolean) => {
  if (typeof trustProxy === 'number') return (_address, hop) => hop < trustProxy
  if (typeof trustProxy === 'boolean') return () => trustProxy
  return proxyAddr.compile(trustProxy.split(',').map((one) => one.trim()))
}

/** Returns a function that finds a request's client address, also for requests that Fastify does not handle. Empty where the client has disconnected. */
export const addressFinder = (trustProxy: TrustProxy) => {
  const isOurs = trustedProxyTest(trustProxy)
  return (request: IncomingMessage): string => (request.socket.remoteAddress ? proxyAddr(request, isOurs) : '')
}

/** The first groups of an IPv6 address; an IPv4 address stays as it is. */
const addressPrefix = (address: string, count: number) => {
  if (!isIPv6(address) || address.includes('.')) return address
  const [before = [], after = []] = address
    .replace(/%.*/, '')
    .split('::')
    .map((part) => part.split(':').filter(Boolean))
  const between = Array.from({ length: 8 - before.length - after.length }, () => '0')
  const groups = [...before, ...between, ...after].slice(0, count).map((group) => Number.parseInt(group, 16).toString(16))
  return `${groups.join(':')}::/${count * 16}`
}

/**
 * The network of one subscriber: an IPv4 address, or the first 64 bits of an IPv6 one. `site`: the network of a provider's customer, with many
 * subnets, the first 48 bits.
 */
export const networkOf = (address: string, which: 'subscriber' | 'site' = 'subscriber') =>
  addressPrefix(address, which === 'site' ? 3 : 4)

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
