import type { FastifyRequest } from 'fastify'

/** Path and query that are asked for, also where the whole address is in the request line (RFC 9112, 3.2.2). */
export const targetOf = ({ raw }: Pick<FastifyRequest, 'raw'>) => {
  const target = raw.url!.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, '')
  return target.startsWith('/') ? target : `/${target}`
}

/** The path as the router matches it: letters that were encoded for no reason are plain. One that cannot be read stays as it is. */
export const pathOf = (request: Pick<FastifyRequest, 'raw'>) => {
  const [path = '/'] = targetOf(request).split(/[?#]/)
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}
