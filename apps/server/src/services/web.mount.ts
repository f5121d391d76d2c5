import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { pathOf } from '#kit/http/input'
import { type Pages, type WebBuild, webFolder } from './web.page.ts'
import { type Changes, type FindServices, servePages } from './web.serve.ts'

/** A port that is ours already, though nothing is served there yet. */
interface TakenPort {
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
const namedError = (host: string) => (host.includes(':') ? `[${host}]` : host)

/** Takes a port before anything else is started. Until it serves, it answers 503. Throws one sentence where it can not be had. */
export const takePort = async ({ host, port }: { host: string; port: number }): Promise<TakenPort> => {
  try {
    const [first, ...others] = await addressesOf(host)
    const main = await listen(first!, port)
    const rest = await Promise.all(others.map((other) => listen(other, portOf(main))))
    return {
      address: `http://${namedError(first!)}:${portOf(main)}`,
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

/** The pages from their sources, on the same port: a saved file is in the browser at once. */
const openVite = async (app: FastifyInstance): Promise<Pages> => {
  const { createServer: createViteServer } = await import('vite')
  const vite = await createViteServer({
    root: fileURLToPath(webFolder),
    server: { middlewareMode: true, hmr: { server: app.server } },
    appType: 'custom',
  })
  app.addHook('onClose', () => vite.close())
  app.addHook('onRequest', (request, reply, done) => {
    if (pathOf(request).startsWith('/api/')) return done()
    vite.middlewares(request.raw, reply.raw, () => done())
  })
  return async (request, services, report) => {
    const build = (await vite.ssrLoadModule('virtual:react-router/server-build')) as WebBuild
    return build.entry.module.pages(build, 'development')(request, services, report)
  }
}

const root = fileURLToPath(new URL('build/client/', webFolder))

/** The files that are beside the pages, by name: nothing else of the folder can be had. */
const named = ['favicon.svg', 'og.png', 'manifest.webmanifest', 'fair-worker.js', 'icon-192.png', 'icon-512.png']

/** Scripts, styles and fonts: their names hold their content's hash, so a browser may keep them for ever. Packed when the web was built. */
const mountAssets = async (app: FastifyInstance) => {
  await app.register(fastifyStatic, {
    root: `${root}assets`,
    prefix: '/assets/',
    immutable: true,
    maxAge: '1y',
    preCompressed: true,
    index: false,
  })
  for (const name of named)
    app.get(`/${name}`, (_request, reply) => reply.sendFile(name, root, { maxAge: '1h', immutable: false }))
}

interface PagesConfig extends Changes {
  services: FindServices
  /** Draws from the sources, anew each time, instead of from the build. */
  dev: boolean
}

/** Seconds for which an open page is kept, here and, where it shows no records, by proxies. */
const keptFor = 30

/** React picks its build by NODE_ENV while it is loaded, and its development build draws a page in four times the time. */
const asInProduction = async <Loaded>(load: () => Promise<Loaded>) => {
  const { NODE_ENV } = process.env
  process.env.NODE_ENV = 'production'
  try {
    return await load()
  } finally {
    if (NODE_ENV === undefined) delete process.env.NODE_ENV
    else process.env.NODE_ENV = NODE_ENV
  }
}

const openBuild = async (): Promise<Pages> => {
  const build = await asInProduction(async () => (await import(new URL('build/server/index.js', webFolder).href)) as WebBuild)
  return build.entry.module.pages(build, 'production')
}

/** Puts the web under every path that nothing else has: assets, pages, and the data that pages ask for as one moves between them. */
export const mountPages = async (app: FastifyInstance, { services, dev, ...changes }: PagesConfig) => {
  await app.register(async (web) => {
    if (!dev) await mountAssets(web)
    const pages = await (dev ? openVite(web) : openBuild())
    servePages(web, pages, services, { seconds: dev ? 0 : keptFor, ...changes })
  })
}
