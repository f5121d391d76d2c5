import { openSubscribed } from '@tradewind/stomp-server/testing/raw'
import type { AddressInfo } from 'node:net'
import { expect } from 'vitest'
import type { TestApp, TestUser } from './app.ts'

interface News {
  kind: string
  written: { uniqueId: string; version: string }[]
  about: string[]
  /** Of another tenant, which the super admin administers. */
  tenantId?: string
}

/**
 * A user's page at a node that listens, subscribed to messages about records: those that it has received. `age`: for how many milliseconds it has been
 * showing what it read before.
 */
export const openRecordPage = async ({ fastify }: Pick<TestApp, 'fastify'>, { token }: Pick<TestUser, 'token'>, age?: number) => {
  const raw = await openSubscribed(`ws://127.0.0.1:${(fastify.server.address() as AddressInfo).port}/ws`, token)
  raw.say('SUBSCRIBE', {
    id: 'record',
    destination: '/user/topic/record',
    receipt: 'record',
    ...(age !== undefined && { age: String(age) }),
  })
  await expect.poll(() => raw.frames.some(({ headers }) => headers.get('receipt-id') === 'record')).toBe(true)
  const news = () => raw.bodies().flatMap((body) => (JSON.parse(body) as { news?: News[] }).news ?? [])
  return {
    news,
    ids: () => news().flatMap(({ written }) => written.map(({ uniqueId }) => uniqueId)),
    /** The latest message in which this record was written. */
    latest: ({ uniqueId }: { uniqueId: string }) =>
      news().findLast(({ written }) => written.some((one) => one.uniqueId === uniqueId)),
  }
}
