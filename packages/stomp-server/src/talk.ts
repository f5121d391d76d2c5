import type { Frame } from './frame.ts'
import type { Limits } from './limits.ts'
import { badSubscription, type Line, noSuchDestination, otherVersion, outOfTurn, signedOut } from './line.ts'

/** The destinations: `/user` in STOMP is the user who signed in on this connection, never a name that the client sends. */
const topics = {
  '/user/topic/notification': 'notification',
  '/user/topic/drive': 'drive',
  '/user/topic/record': 'record',
} as const
export type Topic = (typeof topics)[keyof typeof topics]

type Stage = 'stranger' | 'signingIn' | 'listener'

/** The state of one client's session. */
export interface Talk {
  line: Line
  stage: Stage
  /** The topic of each subscription, by its id. */
  subscriptions: Map<string, Topic>
  messages: number
}

interface Hearing {
  limits: Limits
  /** Authenticates the token, then accepts or rejects the client. */
  signIn: (token: string) => void
}
type Act = (talk: Talk, frame: Frame, hearing: Hearing) => void

export const beginTalk = (line: Line): Talk => ({ line, stage: 'stranger', subscriptions: new Map(), messages: 0 })

/** Handles a frame; a frame that is not allowed at this stage closes the connection. */
export const hear: Act = (talk, frame, hearing) => {
  const act = acts[talk.stage].get(frame.command)
  if (!act) return talk.line.refuse(outOfTurn, receiptOf(frame))
  act(talk, frame, hearing)
}

export const welcome = (talk: Talk, { beatEvery }: Limits) => {
  talk.stage = 'listener'
  talk.line.say('CONNECTED', { version: '1.2', 'heart-beat': `${beatEvery},${beatEvery}` })
}

/** Sends a JSON text to each subscription to a topic. */
export const tellAll = (talk: Talk, topic: Topic, json: string) => {
  for (const [subscription, of] of talk.subscriptions) {
    if (of !== topic) continue
    const id = String(++talk.messages)
    const destination = `/user/topic/${topic}`
    const headers = { subscription, 'message-id': id, destination, 'content-type': 'application/json' }
    talk.line.say('MESSAGE', headers, json)
  }
}

const connect: Act = (talk, { headers }, { signIn }) => {
  const versions = headers.get('accept-version')?.split(',') ?? []
  if (!versions.includes('1.2')) return talk.line.refuse(otherVersion)
  const token = /^Bearer (.+)$/.exec(headers.get('Authorization') ?? '')?.[1] ?? headers.get('passcode')
  if (!token) return talk.line.refuse(signedOut)
  if (/^\d+,0*[1-9]\d*$/.test(headers.get('heart-beat') ?? '')) talk.line.beat()
  talk.stage = 'signingIn'
  signIn(token)
}

const subscribe: Act = (talk, frame, { limits }) => {
  const { line, subscriptions } = talk
  const [id = '', acknowledging = 'auto'] = [frame.headers.get('id'), frame.headers.get('ack')]
  const topic = Object.entries(topics).find(([destination]) => destination === frame.headers.get('destination'))?.[1]
  if (!topic) return line.refuse(noSuchDestination, receiptOf(frame))
  const isGood = id !== '' && id.length <= 100 && !subscriptions.has(id) && acknowledging === 'auto'
  if (!isGood || subscriptions.size >= limits.subscriptions) return line.refuse(badSubscription, receiptOf(frame))
  subscriptions.set(id, topic)
  confirm(talk, frame)
}

const unsubscribe: Act = (talk, frame) => {
  talk.subscriptions.delete(frame.headers.get('id') ?? '')
  confirm(talk, frame)
}

const disconnect: Act = (talk, frame) => {
  confirm(talk, frame)
  talk.line.end()
}

const receiptOf = ({ headers }: Frame) => headers.get('receipt')

const confirm = (talk: Talk, frame: Frame) => {
  const receipt = receiptOf(frame)
  if (receipt !== undefined) talk.line.say('RECEIPT', { 'receipt-id': receipt })
}

const acts: Record<Stage, ReadonlyMap<string, Act>> = {
  stranger: new Map([
    ['CONNECT', connect],
    ['STOMP', connect],
  ]),
  signingIn: new Map(),
  listener: new Map([
    ['SUBSCRIBE', subscribe],
    ['UNSUBSCRIBE', unsubscribe],
    ['DISCONNECT', disconnect],
  ]),
}
