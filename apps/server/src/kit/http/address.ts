import proxyAddr from '@fastify/proxy-addr'
import type { IncomingMessage } from 'node:http'
import { isIPv6 } from 'node:net'

/** Which proxies are before us, by address, or how many: then nobody may reach us past them. */
export type TrustProxy = boolean | string | number

/** Whether an address, so many hops away, is that of a proxy of ours. */
export const trusted = (given: TrustProxy): ((address: string, hop: number) => boolean) => {
  if (typeof given === 'number') return (_address, hop) => hop < given
  if (typeof given === 'boolean') return () => given
  return proxyAddr.compile(given.split(',').map((one) => one.trim()))
}

/** Tells the address that a request comes from, also one that Fastify does not see. Empty where it has gone already. */
export const addressFinder = (trustProxy: TrustProxy) => {
  const isOurs = trusted(trustProxy)
  return (request: IncomingMessage): string => (request.socket.remoteAddress ? proxyAddr(request, isOurs) : '')
}

/** The first groups of an address of the sixth version; one of the fourth stays as it is. */
const beginningOf = (address: string, count: number) => {
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
 * What one subscriber holds: an address, or of the sixth version the first 64 bits of it. `site`: what one customer of a provider may have, with many
 * networks in it, the first 48 bits.
 */
export const networkOf = (address: string, which: 'subscriber' | 'site' = 'subscriber') =>
  beginningOf(address, which === 'site' ? 3 : 4)
