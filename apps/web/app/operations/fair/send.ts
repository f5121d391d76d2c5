import { Failure } from '#kit/api/failure'
import { phrase } from '#kit/text'
import { type Call, type ContactPiece, fileOf, nameOf, type Piece, type Ref, type ReportPiece, type Similar } from './pieces.ts'

/** How long the server remembers its replies to idempotency keys of this page: 30 days, minus one for inaccurate clocks. */
const REMEMBERED = 29 * 86_400_000

/** The dependencies of sending. */
export interface Sending {
  /** Makes a call. A call with the same key is carried out once. */
  ask: (route: string, input: object, key?: string) => Promise<unknown>
  /** Saves the state of a piece. */
  note: (piece: Piece) => Promise<void>
  find: (id: string) => Promise<Piece | undefined>
  photoOf: (id: string) => Promise<string | undefined>
  now: () => number
  userId: string
}

/** A record that it refers to is not on the server yet. */
class Waits extends Error {}
/** It is unknown whether the call was carried out, and the server no longer remembers. */
class Unsure extends Error {}

const gone = phrase('A contact or company that was chosen here is gone. Choose another.')
const unsure = phrase('It may have been sent before, and the answer got lost. Look whether it is there, then decide.')
const inHand = phrase('This request is still running')

/** The server has rejected the call and changed nothing. */
const isRefusal = ({ status, message }: Failure) =>
  status >= 400 && status < 500 && ![401, 408, 429].includes(status) && !(status === 409 && message === inHand)

const idIn = (answer: unknown) => {
  const [one] = [answer].flat() as { uniqueId?: string }[]
  return one?.uniqueId ?? 'done'
}

/** Makes one call of a piece, once: saves that the call is sent before sending it, and afterwards the id that it returned. */
const make = async (piece: Piece, call: Call, sending: Sending, route: string, input: object) => {
  const known = piece.done[call]
  if (known) return known
  const first = piece.tried[call]
  if (first !== undefined && sending.now() - first > REMEMBERED) throw new Unsure()
  if (first === undefined) {
    piece.tried[call] = sending.now()
    await sending.note(piece)
  }
  try {
    const made = idIn(await sending.ask(route, input, `fair-${piece.id}-${call}`))
    piece.done[call] = made
    delete piece.tried[call]
    await sending.note(piece)
    return made
  } catch (error) {
    if (error instanceof Failure && isRefusal(error)) delete piece.tried[call]
    throw error
  }
}

/** The id on the server of a record that a piece refers to. */
const resolved = async ({ id, isLocal }: Ref, call: 'company' | 'contact', { find }: Sending) => {
  if (!isLocal) return id
  const piece = await find(id)
  if (!piece) throw new Failure(422, gone)
  const made =
    piece.done[call] ??
    (call === 'company' && piece.kind === 'contact' && piece.values.company?.isLocal !== true
      ? piece.values.company?.id
      : undefined)
  if (!made) throw new Waits()
  return made
}

/** The id of a contact's company, which is created first if it is new. */
const companyId = async (piece: ContactPiece, sending: Sending) => {
  const { company, newCompany } = piece.values
  if (newCompany) return make(piece, 'company', sending, 'POST /api/company/', newCompany)
  if (!company) throw new Failure(422, phrase('Choose a company'), { companyId: phrase('Choose a company') })
  return resolved(company, 'company', sending)
}

interface Found {
  rows: { uniqueId: string; fullName: string; company: { legalName: string }; by: 'SAME' | 'EMAIL' | 'NAME' }[]
}

/** Existing contacts who may be the same person. Skipped once the contact may have been created: the search would find the contact itself. */
const clashOf = async ({ values, isSure, tried, done }: ContactPiece, company: string, { ask }: Sending): Promise<Similar[]> => {
  if (isSure || tried.contact !== undefined || done.contact) return []
  const { firstName, lastName, email } = values
  const { rows } = (await ask('GET /api/contact/similar', {
    firstName,
    lastName,
    ...(email && { email }),
    companyId: company,
  })) as Found
  return rows.map(({ uniqueId, fullName, company: { legalName } }) => ({ id: uniqueId, fullName, companyName: legalName }))
}

const sendPhoto = async (piece: ContactPiece, contact: string, sending: Sending) => {
  const photo = piece.values.hasPhoto ? await sending.photoOf(piece.id) : undefined
  if (!photo) return
  const file = await make(piece, 'photo', sending, 'POST /api/files/upload', { file: fileOf(photo, nameOf(piece.values)) })
  await make(piece, 'attach', sending, 'POST /api/attachment/', { kind: 'contact', record: contact, files: [file] })
}

const sendContact = async (piece: ContactPiece, sending: Sending): Promise<Partial<Piece>> => {
  const company = await companyId(piece, sending)
  const similar = await clashOf(piece, company, sending)
  if (similar.length > 0) return { state: 'clash', similar }
  const { firstName, lastName, title, contactRole, email, number } = piece.values
  const fields = { firstName, lastName, title, contactRole, email, number, companyId: company }
  const contact = await make(piece, 'contact', sending, 'POST /api/contact/', fields)
  await sendPhoto(piece, contact, sending)
  return { state: 'sent' }
}

const markup = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .split(/\n+/)
    .filter((line) => line.trim())
    .map((line) => `<p>${line}</p>`)
    .join('')

const sendReport = async (piece: ReportPiece, sending: Sending): Promise<Partial<Piece>> => {
  const { company, attendees, date, eventType, text, steps } = piece.values
  if (!company) throw new Failure(422, phrase('Choose a company'), { companyUID: phrase('Choose a company') })
  const companyUID = await resolved(company, 'company', sending)
  const present: string[] = []
  for (const attendee of attendees) present.push(await resolved(attendee, 'contact', sending))
  const nextSteps = steps.map(({ todo, byWhen }) => ({ todo, byWhen, assignedUser: sending.userId }))
  const summary = { text: markup(text), sharedWith: [], sharedWithProjects: [], nextSteps }
  const summaries = text.trim() || nextSteps.length > 0 ? [summary] : []
  const meeting = { date, eventType, companyUID, attendees: [...new Set(present)], newContacts: [], summaries }
  await make(piece, 'report', sending, 'POST /api/meeting/', meeting)
  return { state: 'sent' }
}

const same = (name: string) => name.trim().toLowerCase()

/** The company that has the rejected name, offered to the user instead. */
const existingCompany = async (piece: Piece, { fields }: Failure, { ask }: Sending): Promise<Ref | undefined> => {
  if (piece.kind !== 'contact' || !piece.values.newCompany || !fields['legalName']) return undefined
  const { legalName } = piece.values.newCompany
  const { rows } = (await ask('GET /api/company/', { legalName, page: 0, size: 20 })) as {
    rows: { uniqueId: string; legalName: string }[]
  }
  const found = rows.find((one) => same(one.legalName) === same(legalName))
  return found && { id: found.uniqueId, name: found.legalName }
}

const outcomeOf = async (piece: Piece, error: unknown, sending: Sending): Promise<Partial<Piece>> => {
  if (error instanceof Waits) return {}
  if (error instanceof Unsure) return { state: 'unsure', message: unsure }
  if (!(error instanceof Failure) || !isRefusal(error)) throw error
  const existing = await existingCompany(piece, error, sending).catch(() => undefined)
  return { state: 'refused', message: error.message, fields: error.fields, ...(existing && { existing }) }
}

/** Sends the remaining calls of a piece, and saves its new state. Throws if the server cannot be reached: all of it is retried later. */
export const send = async (before: Piece, sending: Sending) => {
  const piece = structuredClone(before)
  const carried = piece.kind === 'contact' ? sendContact(piece, sending) : sendReport(piece, sending)
  const change = await carried.catch((error: unknown) => outcomeOf(piece, error, sending))
  const { message: _m, fields: _f, similar: _s, existing: _e, ...rest } = piece
  await sending.note({ ...rest, ...change } as Piece)
}
