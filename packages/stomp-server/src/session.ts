import {
  badSubscription,
  noSuchDestination,
  signedOut,
  type StompConnection,
  unexpectedFrame,
  unsupportedVersion,
} from './connection.ts'
import type { Frame } from './frame.ts'
import type { Limits } from './limits.ts'

/** The destinations: `/user` in STOMP is the user who signed in on this connection, never a name that the client sends. */
const topics = {
  '/user/topic/notification': 'notification',
  '/user/topic/drive': 'drive',
  '/user/topic/record': 'record',
} as const
export type Topic = (typeof topics)[keyof typeof topics]

type Stage = 'stranger' | 'signingIn' | 'listener'

/** The state of one client's session. */
export interface StompSession {
  line: StompConnection
  stage: Stage
  /** The topic of each subscription, by its id. */
  subscriptions: Map<string, Topic>
  messages: number
}

interface SessionContext {
  limits: Limits
  /** Authenticates the token, then accepts or rejects the client. */
  signIn: (token: string) => void
}
type FrameHandler = (talk: StompSession, frame: Frame, context: SessionContext) => void

export const createSession = (line: StompConnection): StompSession => ({
  line,
  stage: 'stranger',
  subscriptions: new Map(),
  messages: 0,
})

/** Handles a frame; a frame that is not allowed at this stage closes the connection. */
export const handleFrame: FrameHandler = (talk, frame, context) => {
  const act = handlers[talk.stage].get(frame.command)
  if (!act) return talk.line.refuse(unexpectedFrame, receiptOf(frame))
  act(talk, frame, context)
}

export const acceptSignIn = (talk: StompSession, { beatEvery }: Limits) => {
  talk.stage = 'listener'
  talk.line.send('CONNECTED', { version: '1.2', 'heart-beat': `${beatEvery},${beatEvery}` })
}

/** Sends a JSON text to each subscription to a topic. */
export const sendToTopic = (talk: StompSession, topic: Topic, json: string) => {
  for (const [subscription, of] of talk.subscriptions) {
    if (of !== topic) continue
    const id = String(++talk.messages)
    const destination = `/user/topic/${topic}`
    const headers = { subscription, 'message-id': id, destination, 'content-type': 'application/json' }
    talk.line.send('MESSAGE', headers, json)
  }
}

const connect: FrameHandler = (talk, { headers }, { signIn }) => {
  const versions = headers.get('accept-version')?.split(',') ?? []
  if (!versions.includes('1.2')) return talk.line.refuse(unsupportedVersion)
  const token = /^Bearer (.+)$/.exec(headers.get('Authorization') ?? '')?.[1] ?? headers.get('passcode')
  if (!token) return talk.line.refuse(signedOut)
  if (/^\d+,0*[1-9]\d*$/.test(headers.get('heart-beat') ?? '')) talk.line.startHeartBeats()
  talk.stage = 'signingIn'
  signIn(token)
}

const subscribe: FrameHandler = (talk, frame, { limits }) => {
  const { line, subscriptions } = talk
  const [id = '', acknowledging = 'auto'] = [frame.headers.get('id'), frame.headers.get('ack')]
  const topic = Object.entries(topics).find(([destination]) => destination === frame.headers.get('destination'))?.[1]
  if (!topic) return line.refuse(noSuchDestination, receiptOf(frame))
  const isGood = id !== '' && id.length <= 100 && !subscriptions.has(id) && acknowledging === 'auto'
  if (!isGood || subscriptions.size >= limits.subscriptions) return line.refuse(badSubscription, receiptOf(frame))
  subscriptions.set(id, topic)
  sendReceipt(talk, frame)
}

const unsubscribe: FrameHandler = (talk, frame) => {
  talk.subscriptions.delete(frame.headers.get('id') ?? '')
  sendReceipt(talk, frame)
}

const disconnect: FrameHandler = (talk, frame) => {
  sendReceipt(talk, frame)
  talk.line.end()
}

const receiptOf = ({ headers }: Frame) => headers.get('receipt')

const sendReceipt = (talk: StompSession, frame: Frame) => {
  const receipt = receiptOf(frame)
  if (receipt !== undefined) talk.line.send('RECEIPT', { 'receipt-id': receipt })
}

const handlers: Record<Stage, ReadonlyMap<string, FrameHandler>> = {
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
