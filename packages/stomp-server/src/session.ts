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
import type { Listener } from './listeners.ts'

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
  connection: StompConnection
  stage: Stage
  /** Who has signed in. */
  listener?: Listener
  /** The topic of each subscription, by its id. */
  subscriptions: Map<string, Topic>
  messages: number
}

interface SessionContext {
  limits: Limits
  /** Authenticates the token, then accepts or rejects the client. */
  signIn: (token: string) => void
  onSubscribed: OnSubscribed
}
/** Called when a page subscribes to a topic and says for how many milliseconds it has been showing what it read before. */
export type OnSubscribed = (listener: Listener, topic: Topic, age: number) => void

type FrameHandler = (session: StompSession, frame: Frame, context: SessionContext) => void

export const createSession = (connection: StompConnection): StompSession => ({
  connection,
  stage: 'stranger',
  subscriptions: new Map(),
  messages: 0,
})

/** Handles a frame; a frame that is not allowed at this stage closes the connection. */
export const handleFrame: FrameHandler = (session, frame, context) => {
  const act = handlers[session.stage].get(frame.command)
  if (!act) return session.connection.refuse(unexpectedFrame, receiptOf(frame))
  act(session, frame, context)
}

export const acceptSignIn = (session: StompSession, listener: Listener, { beatEvery }: Limits) => {
  session.stage = 'listener'
  session.listener = listener
  session.connection.send('CONNECTED', { version: '1.2', 'heart-beat': `${beatEvery},${beatEvery}` })
}

/** Sends a JSON text to each subscription to a topic. */
export const sendToTopic = (session: StompSession, topic: Topic, json: string) => {
  for (const [subscription, of] of session.subscriptions) {
    if (of !== topic) continue
    const id = String(++session.messages)
    const destination = `/user/topic/${topic}`
    const headers = { subscription, 'message-id': id, destination, 'content-type': 'application/json' }
    session.connection.send('MESSAGE', headers, json)
  }
}

const connect: FrameHandler = (session, { headers }, { signIn }) => {
  const versions = headers.get('accept-version')?.split(',') ?? []
  if (!versions.includes('1.2')) return session.connection.refuse(unsupportedVersion)
  const token = /^Bearer (.+)$/.exec(headers.get('Authorization') ?? '')?.[1] ?? headers.get('passcode')
  if (!token) return session.connection.refuse(signedOut)
  if (/^\d+,0*[1-9]\d*$/.test(headers.get('heart-beat') ?? '')) session.connection.startHeartBeats()
  session.stage = 'signingIn'
  signIn(token)
}

const subscribe: FrameHandler = (session, frame, { limits, onSubscribed }) => {
  const { connection, subscriptions } = session
  const [id = '', acknowledging = 'auto'] = [frame.headers.get('id'), frame.headers.get('ack')]
  const topic = Object.entries(topics).find(([destination]) => destination === frame.headers.get('destination'))?.[1]
  if (!topic) return connection.refuse(noSuchDestination, receiptOf(frame))
  const isGood = id !== '' && id.length <= 100 && !subscriptions.has(id) && acknowledging === 'auto'
  if (!isGood || subscriptions.size >= limits.subscriptions) return connection.refuse(badSubscription, receiptOf(frame))
  subscriptions.set(id, topic)
  sendReceipt(session, frame)
  const age = frame.headers.get('age')
  if (age && /^\d{1,9}$/.test(age)) onSubscribed(session.listener!, topic, Number(age))
}

const unsubscribe: FrameHandler = (session, frame) => {
  session.subscriptions.delete(frame.headers.get('id') ?? '')
  sendReceipt(session, frame)
}

const disconnect: FrameHandler = (session, frame) => {
  sendReceipt(session, frame)
  session.connection.end()
}

const receiptOf = ({ headers }: Frame) => headers.get('receipt')

const sendReceipt = (session: StompSession, frame: Frame) => {
  const receipt = receiptOf(frame)
  if (receipt !== undefined) session.connection.send('RECEIPT', { 'receipt-id': receipt })
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
