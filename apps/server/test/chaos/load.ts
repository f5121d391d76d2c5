import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { setTimeout } from 'node:timers/promises'

/** A node that may be killed. */
export interface Target {
  /** Counts the node's starts: requests to one life fail with it. */
  life: number
  /** 0 while it is down. */
  port: number
}

/** The outcome of all requests. */
export interface Ledger {
  /** Ids that the API returned, by the name that was sent: acknowledged, so they must exist. */
  acknowledged: Map<string, string>
  readCount: number
  /** Requests that broke off because their node was killed. Each was retried with its key. */
  broken: number
  /** Requests that a node which was not killed rejected or did not answer. */
  failures: string[]
  /** Requests that were rejected with 429 and retried later. */
  throttledCount: number
  /** Milliseconds of the slowest response. */
  slowest: number
}

interface Answer {
  status: number
  text: string
}

const agent = new Agent({ keepAlive: true })

const sendRequest = (port: number, token: string, path: string, sent?: { key: string; body: object }) =>
  new Promise<Answer>((resolveAnswer, rejectAnswer) => {
    const body = sent && JSON.stringify(sent.body)
    const clientRequest = request(
      {
        agent,
        host: '127.0.0.1',
        port,
        path,
        method: sent ? 'POST' : 'GET',
        headers: {
          authorization: `Bearer ${token}`,
          ...(sent && {
            'content-type': 'application/json',
            'idempotency-key': sent.key,
            'content-length': Buffer.byteLength(body!),
          }),
        },
      },
      (response) => {
        let text = ''
        response.setEncoding('utf8')
        response.on('data', (chunk: string) => (text += chunk))
        response.on('end', () =>
          response.complete ? resolveAnswer({ status: response.statusCode!, text }) : rejectAnswer(new Error('cut')),
        )
        response.on('error', rejectAnswer)
      },
    )
    clientRequest.setTimeout(30_000, () => clientRequest.destroy(new Error('no answer in 30 s')))
    clientRequest.on('error', rejectAnswer)
    clientRequest.end(body)
  })

/** Milliseconds after which the exit of a process is known once its connections have broken. */
const EXIT_NOTICE_MS = 300

interface Load {
  targets: readonly Target[]
  ledger: Ledger
  token: string
  /** Whether the load continues. */
  goesOn: () => boolean
}

/** Chooses a node that is up, as a load balancer would. */
const waitForNode = async (targets: readonly Target[], at: number): Promise<Target> => {
  for (;;) {
    const up = targets.filter(({ port }) => port !== 0)
    if (up.length > 0) return up[at % up.length]!
    await setTimeout(20)
  }
}

/** Sends a request until there is a response, to another node where one was killed: with the same key, as browsers do. */
const sendUntilAnswered = async (
  { targets, ledger, token }: Load,
  at: number,
  path: string,
  sent?: { key: string; body: object },
) => {
  for (let attempt = 0; ; attempt++) {
    const target = await waitForNode(targets, at + attempt)
    const { life, port } = target
    const startTime = performance.now()
    try {
      const answer = await sendRequest(port, token, path, sent)
      ledger.slowest = Math.max(ledger.slowest, performance.now() - startTime)
      if (answer.status < 300) return answer
      if (answer.status === 429) {
        ledger.throttledCount++
        await setTimeout(200)
        continue
      }
      ledger.failures.push(`${answer.status} ${path} ${answer.text.slice(0, 200)}`)
      return undefined
    } catch (error) {
      await setTimeout(EXIT_NOTICE_MS)
      if (target.life !== life) ledger.broken++
      else {
        ledger.failures.push(`${(error as Error).message} ${path}`)
        return undefined
      }
    }
  }
}

const writeAndRead = async (load: Load, at: number) => {
  const legalName = `Chaos ${randomUUID()}`
  const body = { legalName, country: 'Italy', website: 'https://chaos.example', companyTypeList: ['ASSOCIATION'] }
  const answer = await sendUntilAnswered(load, at, '/api/company/', { key: randomUUID(), body })
  if (!answer) return
  const { uniqueId } = (JSON.parse(answer.text) as { data: { uniqueId: string } }).data
  load.ledger.acknowledged.set(legalName, uniqueId)
  if (at % 4 === 0 && (await sendUntilAnswered(load, at + 1, `/api/company/${uniqueId}`))) load.ledger.readCount++
}

/** Writes and reads one after the other, like a busy user. */
export const runLoad = async (load: Load, first: number) => {
  for (let at = first; load.goesOn(); at++) await writeAndRead(load, at)
}

export const newLedger = (): Ledger => ({
  acknowledged: new Map(),
  readCount: 0,
  broken: 0,
  failures: [],
  throttledCount: 0,
  slowest: 0,
})
