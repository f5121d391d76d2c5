import { Failure } from '#kit/api/failure'
import { hasPendingCall, isUnsent, mayEdit, type Piece, withoutRefusal } from './pieces.ts'
import { send, type Sending } from './send.ts'
import type { Vault } from './vault.ts'

/** Runs work on a piece exclusively, across all tabs of this browser. */
export type RunExclusive = <T>(id: string, work: () => Promise<T>) => Promise<T>

interface OutboxDeps extends Pick<Sending, 'callServer' | 'now' | 'userId'> {
  vault: Vault
  runExclusive: RunExclusive
  /** Called after each change. */
  onChange: () => void
}

const pieceKey = (id: string) => `piece ${id}`
const photoKey = (id: string) => `photo ${id}`

/** The stored pieces: each under its own key, its photo under another. */
const openPieces = ({ vault, onChange }: Pick<OutboxDeps, 'vault' | 'onChange'>) => ({
  find: (id: string) => vault.get<Piece>(pieceKey(id)),
  photoOf: (id: string) => vault.get<string>(photoKey(id)),
  keepPhoto: (id: string, data: string) => vault.set(photoKey(id), data),
  note: async (piece: Piece) => {
    await vault.set(pieceKey(piece.id), piece)
    if (!isUnsent(piece)) await vault.remove(photoKey(piece.id))
    onChange()
  },
  drop: async (id: string) => {
    await vault.remove(pieceKey(id))
    await vault.remove(photoKey(id))
    onChange()
  },
  /** All pieces that can be decrypted, the oldest first, and the number of those that cannot. */
  all: async () => {
    const names = await vault.names('piece ')
    const read = await Promise.all(names.map((name) => vault.get<Piece>(name).catch(() => null)))
    const pieces = read.flatMap((piece) => piece ?? []).toSorted((one, other) => one.madeAt - other.madeAt)
    return { pieces, unreadable: read.filter((piece) => piece === null).length }
  },
})
type Pieces = ReturnType<typeof openPieces>

/**
 * Sends all waiting pieces, the oldest first. Returns false if the server cannot be reached or the session has ended. One that fails does not block
 * the others. Rejects at the end if the device had no room to note what was sent: those pieces are sent again, under the same keys.
 */
const sendEach = async ({ all }: Pieces, sendOne: (id: string) => Promise<void>) => {
  const attempted = new Set<string>()
  let storageError: unknown
  for (;;) {
    const { pieces } = await all()
    const next = pieces.find(({ id, state }) => state === 'waiting' && !attempted.has(id))
    if (!next) break
    attempted.add(next.id)
    try {
      await sendOne(next.id)
    } catch (error) {
      if (!(error instanceof Failure)) storageError ??= error
      else if (error.isTransient || error.status === 401) return false
    }
  }
  if (storageError) throw storageError
  return true
}

/** Pieces of offline work, stored here until the server has them. Each change reads the piece again under a lock that all tabs share. */
export const openOutbox = ({ runExclusive, vault, onChange, ...needs }: OutboxDeps) => {
  const store = openPieces({ vault, onChange })
  const { find, note, drop, all, photoOf, keepPhoto } = store
  const sendOne = (id: string) =>
    runExclusive(id, async () => {
      const piece = await find(id)
      if (piece?.state === 'waiting') await send(piece, { ...needs, find, note, photoOf })
    })

  return {
    all,
    find,
    keepPhoto,
    photo: photoOf,
    /** Changes the current version of a piece. */
    change: (id: string, how: (piece: Piece) => Piece) =>
      runExclusive(id, async () => {
        const piece = await find(id)
        if (piece) await note(how(piece))
      }),
    /** Saves the form. Returns false if the piece has been sent meanwhile: then it stays as it was sent. */
    save: (piece: Piece) =>
      runExclusive(piece.id, async () => {
        const before = await find(piece.id)
        if (before && !mayEdit(before)) return false
        const saved = piece.state === 'waiting' ? withoutRefusal(piece) : piece
        await note({ ...saved, tried: before?.tried ?? {}, done: before?.done ?? {} })
        return true
      }),
    /** Deletes a piece that the user discards. Returns false while the outcome of a call is unknown, except in the state `unsure`. */
    remove: (id: string) =>
      runExclusive(id, async () => {
        const piece = await find(id)
        if (piece && hasPendingCall(piece) && piece.state !== 'unsure') return false
        await drop(id)
        return true
      }),
    /** Deletes pieces that were sent and created before this instant, unless an unsent piece refers to them. */
    removeSent: async (since: number) => {
      const { pieces } = await all()
      const unsent = JSON.stringify(pieces.filter(isUnsent).map(({ values }) => values))
      const old = pieces.filter((piece) => !isUnsent(piece) && piece.madeAt < since && !unsent.includes(piece.id))
      for (const { id } of old) await drop(id)
    },
    /** Sends all waiting pieces. Returns false if the server cannot be reached. Rejects if the device has no room for what must be noted. */
    sendAll: () => sendEach(store, sendOne),
  }
}
export type Outbox = ReturnType<typeof openOutbox>
