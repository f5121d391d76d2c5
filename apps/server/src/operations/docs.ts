import type { FastifyInstance } from 'fastify'
import { taggedBody } from '#kit/http/answer'
import { dereferenced, openApi } from './reference.ts'

const escaped = (text: string) => text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)

interface Operation {
  summary: string
  description: string
  parameters: { name: string; in: string; required: boolean; description?: string; schema: Record<string, unknown> }[]
  requestBody?: { content: Record<string, { schema: Record<string, unknown> }> }
  responses: Record<string, { content?: Record<string, { schema?: unknown }>; headers?: object }>
}

const typeOf = (schema: Record<string, unknown>): string => {
  if (Array.isArray(schema['enum'])) return schema['enum'].map(String).join(' | ')
  if (Array.isArray(schema['anyOf'])) return (schema['anyOf'] as Record<string, unknown>[]).map(typeOf).join(' | ')
  if (schema['type'] === 'array') return `array of ${typeOf((schema['items'] ?? {}) as Record<string, unknown>)}`
  return [schema['format'], schema['type']].find((name) => typeof name === 'string') ?? 'any'
}

/** The type of a value, and what is said of it. */
const described = (schema: Record<string, unknown>, description = schema['description']) =>
  typeof description === 'string' ? `${typeOf(schema)}. ${description}` : typeOf(schema)

const rows = ({ parameters, requestBody }: Operation) => {
  const [kind, body] = Object.entries(requestBody?.content ?? {})[0] ?? []
  const required = (body?.schema['required'] ?? []) as string[]
  const fields = Object.entries((body?.schema['properties'] ?? {}) as Record<string, Record<string, unknown>>)
  return [
    ...parameters.map(({ name, in: where, required: must, description, schema }) => [
      name,
      where,
      described(schema, description),
      must ? 'required' : '',
    ]),
    ...fields.map(([name, schema]) => [
      name,
      kind === 'multipart/form-data' ? 'form' : 'body',
      described(schema),
      required.includes(name) ? 'required' : '',
    ]),
  ]
}

const answerOf = ({ responses }: Operation) => {
  const [first] = Object.values(responses)
  const [content] = Object.values(first?.content ?? {})
  return content ? (content.schema ?? 'bytes') : first?.headers
}

const section = (path: string, method: string, operation: Operation) => `<section id="${escaped(`${method}-${path}`)}">
<h3><code class="method">${escaped(method.toUpperCase())}</code> <code>${escaped(path)}</code></h3>
<p>${escaped(operation.summary)} <em>${escaped(operation.description)}</em></p>
${
  rows(operation).length > 0
    ? `<table><thead><tr><th>Field</th><th>In</th><th>Type</th><th></th></tr></thead><tbody>${rows(operation)
        .map(
          (row) =>
            `<tr>${row.map((cell, at) => (at === 0 ? `<th scope="row"><code>${escaped(cell)}</code></th>` : `<td>${escaped(cell)}</td>`)).join('')}</tr>`,
        )
        .join('')}</tbody></table>`
    : ''
}
<details><summary>Response</summary><pre>${escaped(JSON.stringify(answerOf(operation), null, 2))}</pre></details>
</section>`

const page = (short: ReturnType<typeof openApi>) => {
  const reference = dereferenced(short)
  const groups = Map.groupBy(
    Object.entries(reference.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        path,
        method,
        operation: operation as Operation & { tags: string[] },
      })),
    ),
    ({ operation }) => operation.tags[0]!,
  )
  const parts = [...groups].map(
    ([feature, calls]) =>
      `<h2 id="${escaped(feature)}">${escaped(feature)}</h2>${calls.map(({ path, method, operation }) => section(path, method, operation)).join('')}`,
  )
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>Tradewind API</title>
<style>:root{color-scheme:light dark;--line:#8884}body{font:16px/1.6 system-ui,sans-serif;max-width:880px;margin:0 auto;padding:32px 16px}section{border-top:1px solid var(--line);padding:16px 0}
h3{margin:0 0 8px;font-size:16px;overflow-wrap:anywhere}table{border-collapse:collapse;width:100%;font-size:14px}th,td{text-align:left;padding:4px 12px 4px 0;border-bottom:1px solid var(--line);vertical-align:top;font-weight:400}
.method{font-weight:700}pre{overflow:auto;font-size:13px}nav a{margin-right:12px}</style></head>
<body><h1>Tradewind API</h1>${reference.info.description
    .split('\n\n')
    .map((paragraph) => `<p>${escaped(paragraph)}</p>`)
    .join('')}
<p>OpenAPI document: <a href="/api/openapi.json">openapi.json</a>.</p>
<nav aria-label="Features">${[...groups.keys()].map((feature) => `<a href="#${escaped(feature)}">${escaped(feature)}</a>`).join('')}</nav>${parts.join('')}</body></html>`
}

/** The API reference as JSON and as a page, both generated from the contract. */
export const mountDocs = (app: FastifyInstance, version: string, url?: string) => {
  const reference = openApi(version, url)
  const json = taggedBody(JSON.stringify(reference), { compressed: true })
  const html = taggedBody(page(reference), { compressed: true })
  app.get('/api/openapi.json', async (request, reply) =>
    json.send(request, reply.header('vary', 'accept-encoding'), 'application/json; charset=utf-8'),
  )
  app.get('/api/docs', async (request, reply) => {
    const csp = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"
    return html.send(
      request,
      reply.headers({ vary: 'accept-encoding', 'content-security-policy': csp }),
      'text/html; charset=utf-8',
    )
  })
}
