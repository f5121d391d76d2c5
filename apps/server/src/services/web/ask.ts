import type { Answered, PageServices } from '@tradewind/contract/kit/page'
import type { FastifyInstance } from 'fastify'

/** What a page asked for could not be had at the moment. */
class Unanswered extends Error {
  readonly status: number
  constructor(status: number) {
    super(`A page asked the API and got ${status}`)
    this.status = status
  }
}

const nothingThere = [404, 403, 422]

/**
 * Lets a page ask the API within this process, by the one path of a call: as a visitor of the tenant, who has no session. The visitor's
 * address goes along as that of the connection, where no header from outside reaches.
 */
export const asker =
  (app: Pick<FastifyInstance, 'inject'>, tenantId: string, remoteAddress: string): PageServices['ask'] =>
  async (path) => {
    if (!path.startsWith('/api/')) throw new Error('Pages ask the API alone')
    const reply = await app.inject({ method: 'GET', url: path, headers: { 'x-tenant': tenantId }, remoteAddress })
    if (nothingThere.includes(reply.statusCode)) return null
    if (reply.statusCode !== 200) throw new Unanswered(reply.statusCode)
    return answered(reply.json(), reply.headers['x-total-count'])
  }

const answered = (body: unknown, total: unknown): Answered =>
  Array.isArray(body) ? { data: body, total: Number(total ?? body.length) } : { data: (body as Answered).data, total: null }
