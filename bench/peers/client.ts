import { Agent, request } from 'node:http'
import { type Peer, type PeerCall, valueAt } from './description.ts'

export interface Answer {
  status: number
  headers: Record<string, unknown>
  text: string
}

let number = Date.now()

/** Sends requests to one server over keep-alive connections, one for each concurrent client. */
export const openClient = ({ url, headers = {}, account }: Peer) => {
  const agent = new Agent({ keepAlive: true })
  let token: string | undefined

  const fillPlaceholders = (text: string, ids: Readonly<Record<string, string>>) => {
    const values: Record<string, string> = { n: String(number++), ...account, ...ids }
    return text.replace(/\{([a-z]+)\}/g, (whole, name: string) => values[name] ?? whole)
  }

  const ask = ({ method = 'GET', path, body }: PeerCall, ids: Readonly<Record<string, string>> = {}) =>
    new Promise<Answer>((resolve, reject) => {
      const payload = body === undefined ? undefined : fillPlaceholders(JSON.stringify(body), ids)
      const sent = request(url + fillPlaceholders(path, ids), {
        method,
        agent,
        headers: {
          ...headers,
          ...(token && { authorization: `Bearer ${token}` }),
          ...(payload && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) }),
        },
      })
      sent.once('error', reject)
      sent.once('response', (response) => {
        const parts: Buffer[] = []
        response.on('data', (part: Buffer) => parts.push(part))
        response.once('error', reject)
        response.once('end', () =>
          resolve({ status: response.statusCode!, headers: response.headers, text: Buffer.concat(parts).toString() }),
        )
      })
      sent.end(payload)
    })

  return {
    ask,
    signedIn: (given: string) => (token = given),
    /** Closes the connections. The next call opens new ones. */
    close: () => agent.destroy(),
  }
}
export type Client = ReturnType<typeof openClient>

const isSatisfied = (found: unknown, expected: string | number) =>
  typeof expected === 'string' && expected.startsWith('>=')
    ? Number(found) >= Number(expected.slice(2))
    : String(found) === String(expected)

/** Returns what is wrong with a reply, as a sentence, or undefined. */
export const faultOf = (
  { status, headers, text }: Answer,
  check: PeerCall['check'] = {},
  ids: Readonly<Record<string, string>> = {},
) => {
  if (status >= 400) return `answered ${status}: ${text.slice(0, 200)}`
  const answer: unknown = text && JSON.parse(text)
  for (const [place, expectedValue] of Object.entries(check)) {
    const wanted = ids[String(expectedValue).replace(/^\{(.*)\}$/, '$1')] ?? expectedValue
    const found = place.startsWith('header:') ? headers[place.slice('header:'.length)] : valueAt(answer, place)
    if (!isSatisfied(found, wanted)) return `has ${String(found)} at ${place}, not ${wanted}`
  }
  return undefined
}
