import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { Writable } from 'node:stream'
import pino from 'pino'
import type { Listener } from '../listeners.ts'
import { openSockets, type SocketsConfig } from '../sockets.ts'

const keepLog = () => {
  let kept = ''
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      kept += chunk.toString()
      done()
    },
  })
  return { logger: pino({ level: 'trace' }, sink), text: () => kept }
}

const firstGroups = (address: string, count: number) =>
  address.startsWith('2001:') ? address.split(':').slice(0, count).join(':') : address

/** A server on a loopback port with the sockets mounted. `people` maps tokens to users. */
export const startServer = async (config: Partial<SocketsConfig> = {}) => {
  const log = keepLog()
  const people = new Map<string, Listener>()
  const server = createServer((_request, response) => response.end('a plain answer'))
  const sockets = openSockets({
    authenticate: async (token) => people.get(token),
    isOriginAllowed: (origin) => origin === undefined || origin === 'https://app.example',
    addressOf: ({ headers, socket }) => headers['x-address']?.toString() ?? socket.remoteAddress!,
    networksOf: (address) => ({ network: firstGroups(address, 4), site: firstGroups(address, 3) }),
    logger: log.logger,
    described: (error) => ({ name: (error as Error).name }),
    ...config,
  })
  sockets.mount(server)
  const connections = new Set<Socket>()
  server.on('connection', (connection: Socket) => connections.add(connection))
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    sockets,
    server,
    people,
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}/ws`,
    log: log.text,
    /** Signs in a user of this name, and returns the token. */
    signIn: (userId: string, tenantId = 'acme') => {
      const token = `token-${tenantId}-${userId}-${people.size}`
      people.set(token, { tenantId, userId, sessionId: `session-${people.size}`, roles: ['ROLE_ADMIN'] })
      return token
    },
    /** Destroys every connection without a close frame. */
    cut: () => {
      for (const connection of connections) connection.destroy()
    },
    close: async () => {
      await sockets.close()
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}
export type TestServer = Awaited<ReturnType<typeof startServer>>
