import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { fileURLToPath } from 'node:url'
import { pathOf } from '#kit/http/target'
import { type Pages, type WebBuild, webFolder } from './draw.ts'
import { type Changes, type Lend, servePages } from './serve.ts'

/** The pages from their sources, on the same port: a saved file is in the browser at once. */
const openVite = async (app: FastifyInstance): Promise<Pages> => {
  const { createServer } = await import('vite')
  const vite = await createServer({
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

/** The files that stand beside the pages, by name: nothing else of the folder can be had. */
const named = ['favicon.svg', 'og.png']

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
  services: Lend
  /** Draws from the sources, anew each time, instead of from the build. */
  dev: boolean
}

/** Seconds for which an open page is kept, here and, where it shows no records, by proxies. */
const keptFor = 30

const openBuild = async (): Promise<Pages> => {
  const build = (await import(new URL('build/server/index.js', webFolder).href)) as WebBuild
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
