import { call } from '#kit/api/call'
import { failureOf } from '#kit/api/failure'
import { checkConnection, onBackOnline } from '#kit/browser/connection'
import { session } from '#kit/session'
import { all, batchOf, change, save } from './board.ts'
import { forgetFile } from './kept.ts'
import { type Failing, type Outcome, send } from './send.ts'
import { nextOf, type Sending } from './state.ts'

/** Files that are sent at once. */
const LINES = 4
/** Milliseconds after which what could not be done is tried again. */
export const AGAIN = 10_000

/** The files that this page has, by the id of their upload. */
export const files = new Map<string, File>()
/** What is being sent, with what ends that. */
const running = new Map<string, () => void>()

/** Fills the lines. */
export const pump = () => {
  while (running.size < LINES) {
    const next = nextOf(all(), session.actor().uniqueId)
    if (!next) return
    begin(next)
  }
}

const begin = ({ uniqueId, sent }: Sending) => {
  const file = files.get(uniqueId)
  if (!file) return change(uniqueId, { state: 'LOST' })
  change(uniqueId, { state: 'SENDING', problem: null })
  let stopped = false
  let stop: (() => void) | undefined
  running.set(uniqueId, () => {
    stopped = true
    stop?.()
  })
  let told = sent
  const onProgress = (bytes: number) => {
    if (stopped || (bytes - told < file.size / 50 && bytes < file.size)) return
    told = bytes
    change(uniqueId, { sent: bytes })
  }
  const onEnd = (outcome: Outcome) => !stopped && end(uniqueId, outcome)
  const keepEnding = (ending: () => void) => {
    stop = ending
    if (stopped) ending()
  }
  send(uniqueId, file, { onProgress, onEnd }).then(keepEnding, () => onEnd({ is: 'LATER', problem: null }))
}

const end = (uniqueId: string, outcome: Outcome) => {
  running.delete(uniqueId)
  if (outcome.is === 'LATER') {
    change(uniqueId, { state: 'WAITING', problem: outcome.problem })
    void checkConnection()
    setTimeout(pump, AGAIN)
    return
  }
  if (outcome.is === 'DONE') {
    change(uniqueId, { state: 'DONE', sent: files.get(uniqueId)?.size ?? 0 })
    files.delete(uniqueId)
  } else fail(uniqueId, outcome)
  forgetFile(uniqueId)
  pump()
}

/** Nothing more comes of this upload: another try is an upload of its own. */
const fail = (uniqueId: string, { problem, isStale }: Failing) => {
  change(uniqueId, { state: 'FAILED', problem })
  if (isStale) files.delete(uniqueId)
  const batch = batchOf(uniqueId)
  if (batch) save(batch.uniqueId)
  void giveUp([uniqueId])
}

/** Ends the sending of a file. */
export const stop = (uniqueId: string) => {
  running.get(uniqueId)?.()
  running.delete(uniqueId)
}

/** Does a work for each, so many at a time. */
const inLines = async (ids: readonly string[], work: (id: string) => Promise<unknown>) => {
  const rest = [...ids]
  const line = async () => {
    for (let id = rest.shift(); id; id = rest.shift()) await work(id)
  }
  await Promise.all(Array.from({ length: LINES }, line))
}

/** Tells the server that nothing more comes for these files, so that it holds no room for them; later where it does not hear it now. */
export const giveUp = async (ids: readonly string[]) => {
  const unheard: string[] = []
  const tell = (uniqueId: string) =>
    call('DELETE /api/files/arriving/:uniqueId', { uniqueId }).catch((error: unknown) => {
      if (failureOf(error).passing) unheard.push(uniqueId)
    })
  await inLines(ids, tell)
  if (unheard.length > 0) setTimeout(() => void giveUp(unheard), AGAIN)
}

if (typeof window !== 'undefined') {
  window.addEventListener('online', pump)
  onBackOnline(pump)
}
