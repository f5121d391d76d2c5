import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { pathOf } from '#kit/http/input'
import { type Pages, type WebBuild, webFolder } from './web.page.ts'
import { type FindServices, type PageChanges, servePages } from './web.serve.ts'

/** A port that this process has bound, before the application is served there. */
interface BoundPort {
  /** Its http:// URL. */
  address: string
  /** Serves an application on the port from now on; closing the application releases the port. */
  serve: (app: FastifyInstance) => Promise<void>
}

/** Why a port cannot be bound, in terms of the settings. */
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

/** Creates a server that answers every request with 503 while the application starts. */
const createStartingServer = () =>
  createServer((_request, response) => {
    response.writeHead(503, { 'content-type': 'text/plain', 'retry-after': '1', connection: 'close' })
    response.end('Tradewind is starting\n')
  })

const listen = async (host: string, port: number) => {
  const server = createStartingServer().listen({ port, host })
  await once(server, 'listening')
  return server
}

/** The addresses of a host: `localhost` may have one of each family. */
const addressesOf = async (host: string) =>
  host === 'localhost' ? (await lookup(host, { all: true })).map(({ address }) => address) : [host]

/** Forwards the requests of a further address to the application. */
const forwardRequests = (from: Server, app: FastifyInstance) => {
  from.removeAllListeners('request')
  from.on('request', (request, response) => app.server.emit('request', request, response))
  from.on('upgrade', (...upgrade) => app.server.emit('upgrade', ...upgrade))
  app.addHook('preClose', async () => void from.close())
}

const portOf = (server: Server) => (server.address() as AddressInfo).port
const bracketIpv6 = (host: string) => (host.includes(':') ? `[${host}]` : host)

/** Binds a port before anything else starts. It answers 503 until `serve` is called. Throws an error with one sentence if it cannot be bound. */
export const bindPort = async ({ host, port }: { host: string; port: number }): Promise<BoundPort> => {
  try {
    const [first, ...others] = await addressesOf(host)
    const main = await listen(first!, port)
    const rest = await Promise.all(others.map((other) => listen(other, portOf(main))))
    return {
      address: `http://${bracketIpv6(first!)}:${portOf(main)}`,
      serve: async (app) => {
        for (const server of rest) forwardRequests(server, app)
        await app.ready()
        app.server.listen(main) // takes over the listening socket, so that no connection is lost
        await once(app.server, 'listening')
      },
    }
  } catch (error) {
    throw reasonOf(error, host, port)
  }
}

/** Serves pages from their sources by Vite, on the same port: a saved file is in the browser immediately. */
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

/** The static files next to the pages, by name: no other file of the folder is served. */
const staticFiles = ['favicon.svg', 'og.png', 'manifest.webmanifest', 'fair-worker.js', 'icon-192.png', 'icon-512.png']

/** Serves scripts, styles and fonts: their names contain a content hash, so browsers may cache them forever. Compressed at build time. */
const mountAssets = async (app: FastifyInstance) => {
  await app.register(fastifyStatic, {
    root: `${root}assets`,
    prefix: '/assets/',
    immutable: true,
    maxAge: '1y',
    preCompressed: true,
    index: false,
  })
  for (const name of staticFiles)
    app.get(`/${name}`, (_request, reply) => reply.sendFile(name, root, { maxAge: '1h', immutable: false }))
}

interface PagesConfig extends PageChanges {
  services: FindServices
  /** Renders from the sources each time, instead of from the build. */
  dev: boolean
}

/** Seconds for which a public page is cached, here and, if it shows no records, by proxies. */
const PAGE_CACHE_SECONDS = 30

/** Loads with NODE_ENV=production: React selects its build on load, and its development build takes four times as long to render a page. */
const loadAsProduction = async <Loaded>(load: () => Promise<Loaded>) => {
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
  const build = await loadAsProduction(async () => (await import(new URL('build/server/index.js', webFolder).href)) as WebBuild)
  return build.entry.module.pages(build, 'production')
}

/** Mounts the web on every path that is not taken: assets, pages, and the loader data of client-side navigation. */
export const mountPages = async (app: FastifyInstance, { services, dev, ...changes }: PagesConfig) => {
  await app.register(async (web) => {
    if (!dev) await mountAssets(web)
    const pages = await (dev ? openVite(web) : openBuild())
    servePages(web, pages, services, { seconds: dev ? 0 : PAGE_CACHE_SECONDS, ...changes })
  })
}
