import { parentPort, type ResourceLimits, type Transferable, Worker } from 'node:worker_threads'

interface ThreadSettings {
  /** The module that answers the requests, by `answerRequests`. */
  module: URL
  /** The maximum time for a request: after it the thread is terminated. */
  seconds: number
  /** After so much time without requests the thread ends. Without it, it stays. */
  idleSeconds?: number
  resourceLimits: ResourceLimits
}

/** The types of a thread's requests and of their replies. */
interface Exchange {
  request: unknown
  reply: unknown
}
type Reply = { id: number; reply: unknown } | { id: number; error: unknown }

const startThread = <E extends Exchange>(
  { module, seconds, idleSeconds, resourceLimits }: ThreadSettings,
  onExit: () => void,
) => {
  const worker = new Worker(module, { resourceLimits })
  worker.unref()
  const pending = new Map<number, PromiseWithResolvers<E['reply']>>()
  let lastId = 0
  let idleTimer: NodeJS.Timeout | undefined
  const stop = () => {
    onExit()
    void worker.terminate()
  }
  const rest = () => {
    worker.unref()
    if (idleSeconds !== undefined) idleTimer = setTimeout(stop, idleSeconds * 1000).unref()
  }
  const fail = (error: Error) => {
    onExit()
    for (const { reject } of pending.values()) reject(error)
    pending.clear()
  }
  worker.on('message', (answer: Reply) => {
    const one = pending.get(answer.id)
    pending.delete(answer.id)
    if (pending.size === 0) rest()
    if ('reply' in answer) one?.resolve(answer.reply)
    else one?.reject(answer.error)
  })
  worker.on('error', fail)
  worker.on('exit', () => fail(new Error('The thread has ended')))

  const call = (request: E['request'], transfer: Transferable[]) => {
    const id = ++lastId
    clearTimeout(idleTimer)
    const reply = Promise.withResolvers<E['reply']>()
    pending.set(id, reply)
    worker.ref()
    worker.postMessage({ id, request }, transfer)
    const timer = setTimeout(() => void worker.terminate(), seconds * 1000)
    return reply.promise.finally(() => clearTimeout(timer))
  }
  return { call, stop }
}

/**
 * A worker thread for work that would block the event loop, started by its first request and again after it ended. `call` rejects with the error of the
 * thread, and where the thread has ended: because of the time, the memory, or `stop`.
 */
export const requestThread = <E extends Exchange>(settings: ThreadSettings) => {
  let thread: ReturnType<typeof startThread<E>> | undefined
  const start = () => {
    const started = startThread<E>(settings, () => {
      if (thread === started) thread = undefined
    })
    return started
  }
  return {
    call: (request: E['request'], transfer: Transferable[] = []) => (thread ??= start()).call(request, transfer),
    /** Terminates the thread, which returns its memory. The next request starts another one. */
    stop: () => thread?.stop(),
  }
}

const send = (reply: Reply, moved: Transferable[]) => parentPort?.postMessage(reply, moved)

/** Answers the requests to this thread. `transfer` lists the buffers of a reply that are moved instead of copied. */
export const answerRequests = <E extends Exchange>(
  answer: (request: E['request']) => Promise<E['reply']>,
  transfer: (reply: E['reply']) => Transferable[] = () => [],
) => {
  parentPort?.on(
    'message',
    ({ id, request }: { id: number; request: E['request'] }) =>
      void answer(request).then(
        (reply) => send({ id, reply }, transfer(reply)),
        (error: unknown) => send({ id, error }, []),
      ),
  )
}
