import type { FastifyInstance } from 'fastify'
import { fileURLToPath } from 'node:url'
import { pathOf } from '#kit/http/target'
import { type Pages, type WebBuild, webFolder } from './draw.ts'

/** The pages from their sources, on the same port: a saved file is in the browser at once. */
export const openVite = async (app: FastifyInstance): Promise<Pages> => {
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
