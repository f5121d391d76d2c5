import type { FastifyInstance } from 'fastify'
import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A port that is ours already, though nothing is served there yet. */
export interface TakenPort {
  /** Where it is, as an http address. */
  address: string
  /** Serves an application there from now on; closing the application gives the port back. */
  serve: (app: FastifyInstance) => Promise<void>
}

/** Why a port can not be had, in words of the settings. */
const reasons: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is taken by another program: set PORT to a free one, or end that program',
  EACCES: 'needs rights that this user does not have: set PORT to 1024 or more',
  EADDRNOTAVAIL: 'is not at an address of this machine: set HOST to one of them',
  ENOTFOUND: 'is not at an address of this machine: set HOST to one of them',
}

const reasonOf = (error: unknown, host: string, port: number) => {
  const reason = reasons[(error as NodeJS.ErrnoException).code ?? '']
  return reason ? new Error(`port ${port} of ${host} ${reason}`, { cause: error }) : error
}

/** Answers that the application is starting, whatever is asked. */
const starting = () =>
  createServer((_request, response) => {
    response.writeHead(503, { 'content-type': 'text/plain', 'retry-after': '1', connection: 'close' })
    response.end('Tradewind is starting\n')
  })

const listen = async (host: string, port: number) => {
  const server = starting().listen({ port, host })
  await once(server, 'listening')
  return server
}

/** The addresses of a host: `localhost` may have one of each family. */
const addressesOf = async (host: string) =>
  host === 'localhost' ? (await lookup(host, { all: true })).map(({ address }) => address) : [host]

/** Lets the application answer what comes to another of the addresses. */
const passOn = (from: Server, app: FastifyInstance) => {
  from.removeAllListeners('request')
  from.on('request', (request, response) => app.server.emit('request', request, response))
  from.on('upgrade', (...upgrade) => app.server.emit('upgrade', ...upgrade))
  app.addHook('preClose', async () => void from.close())
}

const portOf = (server: Server) => (server.address() as AddressInfo).port
const named = (host: string) => (host.includes(':') ? `[${host}]` : host)

/** Takes a port before anything else is started. Until it serves, it answers 503. Throws one sentence where it can not be had. */
export const takePort = async ({ host, port }: { host: string; port: number }): Promise<TakenPort> => {
  try {
    const [first, ...others] = await addressesOf(host)
    const main = await listen(first!, port)
    const rest = await Promise.all(others.map((other) => listen(other, portOf(main))))
    return {
      address: `http://${named(first!)}:${portOf(main)}`,
      serve: async (app) => {
        for (const server of rest) passOn(server, app)
        await app.ready()
        app.server.listen(main) // takes over what it listens on: no connection is lost in between
        await once(app.server, 'listening')
      },
    }
  } catch (error) {
    throw reasonOf(error, host, port)
  }
}
