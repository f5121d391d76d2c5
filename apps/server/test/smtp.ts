import type { AddressInfo, Socket } from 'node:net'
import { SMTPServer } from 'smtp-server'

/** A mail as it was received. */
export interface ReceivedMail {
  from: string
  to: string[]
  text: string
}

/** The stage of a mail's delivery: the connection, its sender, its recipient, its first bytes, its last. */
export type DeliveryStage = 'CONNECT' | 'MAIL' | 'RCPT' | 'BYTES' | 'DATA'
/** The server's reply at a stage: an SMTP error, `CUT` to drop the connection, or undefined to continue. */
export type ReplyDecider = (stage: DeliveryStage, address: string) => string | undefined

type Done = (error?: Error | null) => void

interface Options {
  /** How many mails it rejects at first. */
  refusals?: number
  mood?: ReplyDecider
}

const smtpError = (reply: string) => Object.assign(new Error(reply.slice(4)), { responseCode: Number(reply.slice(0, 3)) })

const startListening = async (server: SMTPServer) => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  return `smtp://127.0.0.1:${port}`
}

/** Tracks open connections. */
const trackConnections = (server: SMTPServer) => {
  const open = new Set<Socket>()
  server.server.on('connection', (socket) => {
    open.add(socket)
    socket.on('close', () => open.delete(socket))
  })
  return {
    cut: () => {
      for (const socket of open) socket.destroy()
    },
  }
}

/** A mail server that stores what it receives, and rejects the first mails as often as configured. */
export const startMailServer = async ({ refusals = 0, mood = () => undefined }: Options = {}) => {
  const received: ReceivedMail[] = []
  let refused = 0
  /** Replies as `mood` decides, or continues. */
  const replyOrContinue = (stage: DeliveryStage, address: string, done: Done, proceed: () => void = done) => {
    const reply = mood(stage, address)
    if (reply === 'CUT') return connections.cut()
    return reply ? done(smtpError(reply)) : proceed()
  }
  const server: SMTPServer = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true, // a lookup of the name of 127.0.0.1 may take long for each letter
    onConnect: (_session, done) => replyOrContinue('CONNECT', '', done),
    onMailFrom: ({ address }, _session, done) => replyOrContinue('MAIL', address, done),
    onRcptTo: ({ address }, _session, done) => replyOrContinue('RCPT', address, done),
    onData: (stream, { envelope }, done) => {
      const from = envelope.mailFrom ? envelope.mailFrom.address : ''
      const to = envelope.rcptTo.map(({ address }) => address)
      const chunks: Buffer[] = []
      let isCut = false // the last bytes of the mail may already have arrived by then
      stream.once('data', () => {
        isCut = Boolean(mood('BYTES', to[0]!))
        if (isCut) connections.cut()
      })
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        if (isCut) return
        if (refused++ < refusals) return done(new Error('come again'))
        replyOrContinue('DATA', to[0]!, done, () => {
          received.push({ from, to, text: Buffer.concat(chunks).toString() })
          done()
        })
      })
    },
  })
  server.on('error', () => {}) // dropped connections
  const connections = trackConnections(server)
  const url = await startListening(server)
  return { url, received, close: () => new Promise<void>((resolve) => server.close(resolve)) }
}
