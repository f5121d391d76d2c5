import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { webFolder } from './draw.ts'

const root = fileURLToPath(new URL('build/client/', webFolder))

/** The files that stand beside the pages, by name: nothing else of the folder can be had. */
const named = ['favicon.svg', 'og.png']

/** Scripts, styles and fonts: their names hold their content's hash, so a browser may keep them for ever. Packed when the web was built. */
export const mountAssets = async (app: FastifyInstance) => {
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
