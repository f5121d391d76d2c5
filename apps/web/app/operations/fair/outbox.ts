import { phrase } from '@tradewind/contract/kit/phrase'
import { Failure } from '#kit/api/failure'
import {
  type Call,
  type ContactPiece,
  fileOf,
  hasPendingCall,
  isBlank,
  isUnsent,
  mayEdit,
  nameOf,
  type Piece,
  type Ref,
  type ReportPiece,
  type Similar,
  withSameName,
  withoutRefusal,
} from './pieces.ts'
import type { Vault } from './vault.ts'

/** How long the server remembers its replies to idempotency keys of this page: 30 days, minus one for inaccurate clocks. */
const KEY_LIFETIME = 29 * 86_400_000

/** The dependencies of sending. */
interface Sending {
  /** Makes a call. A call with the same key is carried out once. */
  callServer: (route: string, input: object, key?: string) => Promise<unknown>
  /** Saves the state of a piece. */
  note: (piece: Piece) => Promise<void>
  find: (id: string) => Promise<Piece | undefined>
  photoOf: (id: string) => Promise<string | undefined>
  now: () => number
  userId: string
}

/** A record that it refers to is not on the server yet. */
class NotReady extends Error {}
/** It is unknown whether the call was carried out, and the server no longer remembers. */
class OutcomeUnknown extends Error {}

const goneText = phrase('A contact or company that was chosen here is gone. Choose another.')
const unsureText = phrase('It may already have been sent. Check whether it is there, then decide.')
const stillRunningText = phrase('This request is still running')

/** The server has rejected the call and changed nothing. */
const isRefusal = ({ status, message }: Failure) =>
  status >= 400 && status < 500 && ![401, 408, 429].includes(status) && !(status === 409 && message === stillRunningText)

const idFrom = (answer: unknown) => {
  const [one] = [answer].flat() as { uniqueId?: string }[]
  return one?.uniqueId ?? 'done'
}

/** Makes one call of a piece, once: saves that the call is sent before sending it, and afterwards the id that it returned. */
const callOnce = async (piece: Piece, call: Call, sending: Sending, route: string, input: object) => {
  const knownId = piece.done[call]
  if (knownId) return knownId
  const firstTried = piece.tried[call]
  if (firstTried !== undefined && sending.now() - firstTried > KEY_LIFETIME) throw new OutcomeUnknown()
  if (firstTried === undefined) {
    piece.tried[call] = sending.now()
    await sending.note(piece)
  }
  try {
    const createdId = idFrom(await sending.callServer(route, input, `fair-${piece.id}-${call}`))
    piece.done[call] = createdId
    delete piece.tried[call]
    await sending.note(piece)
    return createdId
  } catch (error) {
    if (error instanceof Failure && isRefusal(error)) delete piece.tried[call]
    throw error
  }
}

/** The id on the server of a record that a piece refers to. */
const resolveId = async ({ id, isLocal }: Ref, call: 'company' | 'contact', { find }: Sending) => {
  if (!isLocal) return id
  const piece = await find(id)
  if (!piece) throw new Failure(422, goneText)
  const serverId =
    piece.done[call] ??
    (call === 'company' && piece.kind === 'contact' && piece.values.company?.isLocal !== true
      ? piece.values.company?.id
      : undefined)
  if (!serverId) throw new NotReady()
  return serverId
}

/** The id of a contact's company, which is created first if it is new. */
const resolveCompanyId = async (piece: ContactPiece, sending: Sending) => {
  const { company, newCompany } = piece.values
  if (newCompany) return callOnce(piece, 'company', sending, 'POST /api/company/', newCompany)
  if (!company) throw new Failure(422, phrase('Choose a company'), { companyId: phrase('Choose a company') })
  return resolveId(company, 'company', sending)
}

interface SimilarReply {
  rows: { uniqueId: string; fullName: string; company: { uniqueId: string; legalName: string }; by: 'SAME' | 'EMAIL' | 'NAME' }[]
}

/** Existing contacts who may be the same person. Skipped once the contact may have been created: the search would find the contact itself. */
const findSimilar = async (
  { values, isSure, tried, done }: ContactPiece,
  company: string,
  { callServer }: Sending,
): Promise<Similar[]> => {
  if (isSure || tried.contact !== undefined || done.contact) return []
  const { firstName, lastName, email } = values
  const { rows } = (await callServer('GET /api/contact/similar', {
    firstName,
    lastName,
    ...(email && { email }),
    companyId: company,
  })) as SimilarReply
  return rows.map(({ uniqueId, fullName, company: of }) => ({
    id: uniqueId,
    fullName,
    companyName: of.legalName,
    companyId: of.uniqueId,
  }))
}

const sendPhoto = async (piece: ContactPiece, contact: string, sending: Sending) => {
  const photo = piece.values.hasPhoto ? await sending.photoOf(piece.id) : undefined
  if (!photo) return
  const file = await callOnce(piece, 'photo', sending, 'POST /api/files/upload', { file: fileOf(photo, nameOf(piece.values)) })
  await callOnce(piece, 'attach', sending, 'POST /api/attachment/', { kind: 'contact', record: contact, files: [file] })
}

const sendContact = async (piece: ContactPiece, sending: Sending): Promise<Partial<Piece>> => {
  const company = await resolveCompanyId(piece, sending)
  const similar = await findSimilar(piece, company, sending)
  if (similar.length > 0) return { state: 'clash', similar }
  const { firstName, lastName, title, contactRole, email, number, custom } = piece.values
  const fields = { firstName, lastName, title, contactRole, email, number, companyId: company, ...(custom && { custom }) }
  const contact = await callOnce(piece, 'contact', sending, 'POST /api/contact/', fields)
  await sendPhoto(piece, contact, sending)
  return { state: 'sent' }
}

const toMarkup = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .split(/\n+/)
    .filter((line) => line.trim())
    .map((line) => `<p>${line}</p>`)
    .join('')

const sendReport = async (piece: ReportPiece, sending: Sending): Promise<Partial<Piece>> => {
  const { company, attendees, date, eventType, text, steps, custom } = piece.values
  if (!company) throw new Failure(422, phrase('Choose a company'), { companyUID: phrase('Choose a company') })
  const companyUID = await resolveId(company, 'company', sending)
  const attendeeIds: string[] = []
  for (const attendee of attendees) attendeeIds.push(await resolveId(attendee, 'contact', sending))
  const nextSteps = steps.map(({ todo, byWhen }) => ({ todo, byWhen, assignedUser: sending.userId }))
  const summary = { text: toMarkup(text), sharedWith: [], sharedWithProjects: [], nextSteps }
  const summaries = text.trim() || nextSteps.length > 0 ? [summary] : []
  const people = { attendees: [...new Set(attendeeIds)], newContacts: [] }
  const meeting = { date, eventType, companyUID, ...people, summaries, ...(custom && { custom }) }
  await callOnce(piece, 'report', sending, 'POST /api/meeting/', meeting)
  return { state: 'sent' }
}

/** The company that has the rejected name, offered to the user instead. */
const findExistingCompany = async (piece: Piece, { fields }: Failure, { callServer }: Sending): Promise<Ref | undefined> => {
  if (piece.kind !== 'contact' || !piece.values.newCompany || !fields['legalName']) return undefined
  const { legalName } = piece.values.newCompany
  const { rows } = (await callServer('GET /api/company/', { legalName, page: 0, size: 20 })) as {
    rows: { uniqueId: string; legalName: string }[]
  }
  return withSameName(
    legalName,
    rows.map(({ uniqueId, legalName: name }) => ({ id: uniqueId, name })),
  )
}

const outcomeOf = async (piece: Piece, error: unknown, sending: Sending): Promise<Partial<Piece>> => {
  if (error instanceof NotReady) return {}
  if (error instanceof OutcomeUnknown) return { state: 'unsure', message: unsureText }
  if (!(error instanceof Failure) || !isRefusal(error)) throw error
  const existing = await findExistingCompany(piece, error, sending).catch(() => undefined)
  return { state: 'refused', message: error.message, fields: error.fields, ...(existing && { existing }) }
}

/** Sends the remaining calls of a piece, saves its new state and returns it. Throws if the server cannot be reached: all of it is retried later. */
const send = async (before: Piece, sending: Sending) => {
  const piece = structuredClone(before)
  const result = piece.kind === 'contact' ? sendContact(piece, sending) : sendReport(piece, sending)
  const change = await result.catch((error: unknown) => outcomeOf(piece, error, sending))
  const after = { ...withoutRefusal(piece), ...change } as Piece
  await sending.note(after)
  return after
}

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

/** What came of sending all waiting pieces. */
export interface Outcome {
  /** False if the server cannot be reached or the session has ended: nothing more was tried. */
  isReached: boolean
  /** The pieces that were sent, and those that the user has to decide on. */
  settled: readonly Piece[]
  /** The ids of pieces that stay waiting because the server had an error or too many calls. */
  failed: readonly string[]
  /** The device had no room to note what was sent: those pieces stay waiting, and are sent again under the same keys. */
  storageError?: unknown
}

/** The server answers, but takes no calls for the moment: others would fail likewise. */
const isBusy = ({ status }: Failure) => [429, 503].includes(status)

/** Sends all waiting pieces, the oldest first. One that fails does not block the others. */
const sendEach = async ({ all }: Pieces, sendOne: (id: string) => Promise<Piece | undefined>): Promise<Outcome> => {
  const attempted = new Set<string>()
  const settled: Piece[] = []
  const failed: string[] = []
  let storageError: unknown
  for (;;) {
    const { pieces } = await all()
    const remaining = pieces.filter(({ id, state }) => state === 'waiting' && !attempted.has(id))
    const [next] = remaining
    if (!next) return { isReached: true, settled, failed, ...(storageError !== undefined && { storageError }) }
    attempted.add(next.id)
    try {
      const piece = await sendOne(next.id)
      if (piece && piece.state !== 'waiting') settled.push(piece)
    } catch (error) {
      if (!(error instanceof Failure)) storageError ??= error
      else if (error.status === 0 || error.status === 401) return { isReached: false, settled, failed }
      else if (isBusy(error)) return { isReached: true, settled, failed: [...failed, ...remaining.map(({ id }) => id)] }
      else failed.push(next.id)
    }
  }
}

/** Pieces of offline work, stored here until the server has them. Each change reads the piece again under a lock that all tabs share. */
export const openOutbox = ({ runExclusive, vault, onChange, ...needs }: OutboxDeps) => {
  const store = openPieces({ vault, onChange })
  const { find, note, drop, all, photoOf, keepPhoto } = store
  const sendOne = (id: string) =>
    runExclusive(id, async () => {
      const piece = await find(id)
      return piece?.state === 'waiting' ? send(piece, { ...needs, find, note, photoOf }) : undefined
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
    /** Deletes a draft that was left without a word. */
    removeBlank: (id: string) =>
      runExclusive(id, async () => {
        const piece = await find(id)
        if (piece && isBlank(piece)) await drop(id)
      }),
    /** Deletes pieces that were sent and created before this instant, unless an unsent piece refers to them. */
    removeSent: async (since: number) => {
      const { pieces } = await all()
      const unsent = JSON.stringify(pieces.filter(isUnsent).map(({ values }) => values))
      const old = pieces.filter((piece) => !isUnsent(piece) && piece.madeAt < since && !unsent.includes(piece.id))
      for (const { id } of old) await drop(id)
    },
    sendAll: () => sendEach(store, sendOne),
  }
}
export type Outbox = ReturnType<typeof openOutbox>
