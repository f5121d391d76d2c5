import { expect, test } from 'vitest'
import { Failure } from '#kit/api/failure'
import { openOutbox, type Outbox, type RunExclusive } from './outbox.ts'
import { asExisting, type ContactPiece, newContact, newReport, type Piece, reportOn } from './pieces.ts'
import type { Vault } from './vault.ts'

/** A fake server: it carries out each key once, and fails on demand. */
const server = () => {
  const replies = new Map<string, unknown>()
  const made: { route: string; input: Record<string, unknown> }[] = []
  const faults: ((route: string) => void)[] = []
  let lost = 0
  const callServer = async (route: string, input: object, key = '') => {
    if (route === 'GET /api/contact/similar') return { rows: similar }
    if (route === 'GET /api/company/') return { rows: [{ uniqueId: 'there', legalName: 'Nord' }] }
    faults.shift()?.(route)
    if (!replies.has(key)) {
      made.push({ route, input: input as Record<string, unknown> })
      replies.set(key, { uniqueId: `made ${made.length}` })
    }
    if (lost > 0) {
      lost--
      throw new Failure(0, 'away')
    }
    return replies.get(key)
  }
  let similar: object[] = []
  return {
    callServer,
    made,
    routes: () => made.map(({ route }) => route),
    lose: () => void lost++,
    fail: (fault: (route: string) => void) => void faults.push(fault),
    knows: (rows: object[]) => void (similar = rows),
  }
}

const queue = (): RunExclusive => {
  let last: Promise<unknown> = Promise.resolve()
  return (_, work) => {
    const next = last.then(work)
    last = next.catch(() => null)
    return next
  }
}

/** A fake browser: its storage outlives its tabs. `dies` ends a tab the next time it saves what is done. */
const browser = (callServer: ReturnType<typeof server>['callServer'], now = () => 1000) => {
  const kept = new Map<string, string>()
  const runExclusive = queue()
  let dies = false
  /** The id of a piece for whose changes the device has no room. */
  let tooLarge = ''
  const vault: Vault = {
    get: async <T>(name: string) => (kept.has(name) ? (JSON.parse(kept.get(name)!) as T) : undefined),
    set: async (name, value) => {
      if (tooLarge && name.includes(tooLarge)) throw new DOMException('', 'QuotaExceededError')
      if (dies && Object.keys((value as Piece).done).length > 0) {
        dies = false
        throw new Error('killed')
      }
      kept.set(name, JSON.stringify(value))
    },
    remove: async (name) => void kept.delete(name),
    names: async (begin) => [...kept.keys()].filter((name) => name.startsWith(begin)),
  }
  return {
    tab: () => openOutbox({ vault, runExclusive, callServer, now, userId: 'me', onChange: () => {} }),
    die: () => void (dies = true),
    fill: (id: string) => void (tooLarge = id),
  }
}

const company = { id: 'c1', name: 'Nord' }
const ada = (values = {}) =>
  ({ ...newContact({ firstName: 'Ada', lastName: 'Berg', company, ...values }), state: 'waiting' }) as const
const only = async (outbox: Outbox) => (await outbox.all()).pieces[0]!

test('sends the custom fields of a contact and of a report; what an earlier release has stored has none', async () => {
  const { callServer, made } = server()
  const outbox = browser(callServer).tab()
  const contact = ada({ custom: { budget: 1200, hobby: '' } })
  const report = newReport({ company, attendees: [{ id: 'p1', name: 'Ada' }], custom: { mood: 'good' } })
  await outbox.save(contact)
  await outbox.save({ ...report, state: 'waiting' })
  await outbox.save(ada())
  await outbox.sendAll()
  const customs = made.map(({ input }) => input['custom'])
  expect(customs).toEqual([{ budget: 1200, hobby: '' }, { mood: 'good' }, undefined])
  expect('custom' in made[2]!.input).toBe(false)
})

test('sends a contact, its new company and a report of both once, in order, each with the ids that the server returned', async () => {
  const { callServer, made } = server()
  const outbox = browser(callServer).tab()
  const contact = ada({
    company: null,
    newCompany: { legalName: 'Nord', country: 'Norway', website: 'n.example', companyTypeList: [] },
  })
  const report = newReport({
    company: { id: contact.id, name: 'Nord', isLocal: true },
    attendees: [{ id: contact.id, name: 'Ada', isLocal: true }],
    text: 'a < b\nnext',
    steps: [{ key: '1', todo: 'Call', byWhen: '2026-12-01' }],
  })
  await outbox.save(contact)
  await outbox.save({ ...report, state: 'waiting', madeAt: contact.madeAt + 1 })
  expect(await outbox.sendAll()).toMatchObject({ isReached: true, failed: [] })
  await outbox.sendAll()
  expect(made).toMatchObject([
    { route: 'POST /api/company/', input: { legalName: 'Nord' } },
    { route: 'POST /api/contact/', input: { companyId: 'made 1' } },
    {
      route: 'POST /api/meeting/',
      input: {
        companyUID: 'made 1',
        attendees: ['made 2'],
        summaries: [{ text: '<p>a &lt; b</p><p>next</p>', nextSteps: [{ todo: 'Call', assignedUser: 'me' }] }],
      },
    },
  ])
})

test('retries with the same key after a lost response, and creates nothing twice', async () => {
  const { callServer, routes, lose, knows } = server()
  const outbox = browser(callServer).tab()
  await outbox.save(ada())
  lose()
  expect(await outbox.sendAll()).toMatchObject({ isReached: false })
  knows([{ uniqueId: 'made 1', fullName: 'Ada Berg', company: { legalName: 'Nord' }, by: 'SAME' }])
  expect((await only(outbox)).state).toBe('waiting')
  expect(await outbox.sendAll()).toMatchObject({ isReached: true, failed: [] })
  expect([(await only(outbox)).state, routes()]).toEqual(['sent', ['POST /api/contact/']])
})

test('continues where it was if the browser is killed after the response but before saving it', async () => {
  const { callServer, routes } = server()
  const { tab, die } = browser(callServer)
  await tab().save(ada())
  die()
  expect((await tab().sendAll()).storageError).toMatchObject({ message: 'killed' })
  await tab().sendAll()
  expect([(await only(tab())).state, routes()]).toEqual(['sent', ['POST /api/contact/']])
})

test('sends each item once if several tabs send at the same time', async () => {
  const { callServer, routes } = server()
  const { tab } = browser(callServer)
  for (let count = 0; count < 5; count++) await tab().save(ada())
  await Promise.all([tab().sendAll(), tab().sendAll(), tab().sendAll()])
  expect(routes()).toHaveLength(5)
})

test('stores a refusal with its sentences, sends the corrected item again, and sends the other items meanwhile', async () => {
  const { callServer, routes, fail } = server()
  const outbox = browser(callServer).tab()
  const first = ada()
  await outbox.save(first)
  await outbox.save({ ...ada(), madeAt: first.madeAt + 1 })
  fail(() => {
    throw new Failure(422, 'Please check', { title: 'Title is required' })
  })
  await outbox.sendAll()
  const [refused, other] = (await outbox.all()).pieces
  expect(refused).toMatchObject({ state: 'refused', fields: { title: 'Title is required' } })
  expect(other).toMatchObject({ state: 'sent' })
  await outbox.save({ ...refused!, state: 'waiting' })
  await outbox.sendAll()
  expect([(await only(outbox)).state, routes().length]).toEqual(['sent', 2])
})

test('names the existing company if its name is taken, and reports a clash for a contact that already exists', async () => {
  const { callServer, routes, fail, knows } = server()
  const outbox = browser(callServer).tab()
  await outbox.save(ada({ company: null, newCompany: { legalName: 'nord ', country: '', website: '', companyTypeList: [] } }))
  fail(() => {
    throw new Failure(422, 'Taken', { legalName: 'There is already a company' })
  })
  await outbox.sendAll()
  const piece = await only(outbox)
  expect(piece).toMatchObject({ state: 'refused', existing: { id: 'there', name: 'Nord' } })
  knows([{ uniqueId: 'other', fullName: 'Ada Berg', company: { legalName: 'Nord' }, by: 'NAME' }])
  await outbox.change(
    piece.id,
    (is) => ({ ...is, state: 'waiting', values: { ...is.values, company, newCompany: null } }) as Piece,
  )
  await outbox.sendAll()
  expect(await only(outbox)).toMatchObject({ state: 'clash', similar: [{ id: 'other' }] })
  await outbox.change(piece.id, (is) => ({ ...is, state: 'waiting', isSure: true }))
  await outbox.sendAll()
  expect([(await only(outbox)).state, routes()]).toEqual(['sent', ['POST /api/contact/']])
})

test('a report on a new contact who is an existing one of another company is about that company', async () => {
  const { callServer, made, knows } = server()
  const outbox = browser(callServer).tab()
  const contact = ada({ company: null, newCompany: { legalName: 'New', country: '', website: '', companyTypeList: [] } })
  await outbox.save(contact)
  await outbox.save({ ...reportOn(contact), state: 'waiting', madeAt: contact.madeAt + 1 })
  knows([{ uniqueId: 'ada', fullName: 'Ada Berg', company: { uniqueId: 'old', legalName: 'Old' }, by: 'EMAIL' }])
  await outbox.sendAll()
  const [clash] = (await only(outbox)).similar!
  await outbox.change(contact.id, (is) => ({ ...is, state: 'waiting', ...asExisting(is as ContactPiece, clash!) }) as Piece)
  await outbox.sendAll()
  expect(made.at(-1)).toMatchObject({ route: 'POST /api/meeting/', input: { companyUID: 'old', attendees: ['ada'] } })
})

test('an item that was sent can be neither changed nor removed before it is answered', async () => {
  const { callServer, lose } = server()
  const outbox = browser(callServer).tab()
  await outbox.save(ada())
  lose()
  await outbox.sendAll()
  const piece = await only(outbox)
  expect(await outbox.save({ ...piece, values: { ...piece.values, title: 'Other' } } as Piece)).toBe(false)
  expect(await outbox.remove(piece.id)).toBe(false)
})

test('does not resend an item automatically if it was sent longer ago than the server remembers', async () => {
  const { callServer, routes, lose } = server()
  let now = 1000
  const outbox = browser(callServer, () => now).tab()
  await outbox.save(ada())
  lose()
  await outbox.sendAll()
  now += 30 * 86_400_000
  await outbox.sendAll()
  expect([(await only(outbox)).state, routes().length]).toEqual(['unsure', 1])
})

test('a report waits for a contact that is still a draft, and is refused if that contact was removed', async () => {
  const { callServer, routes } = server()
  const outbox = browser(callServer).tab()
  const [contact] = [newContact({ firstName: 'Ada', company })]
  await outbox.save(contact)
  await outbox.save({ ...newReport({ company, attendees: [{ id: contact.id, name: 'Ada', isLocal: true }] }), state: 'waiting' })
  await outbox.sendAll()
  expect([routes(), (await outbox.all()).pieces.map(({ state }) => state).toSorted()]).toEqual([[], ['draft', 'waiting']])
  await outbox.remove(contact.id)
  await outbox.sendAll()
  expect(await only(outbox)).toMatchObject({ state: 'refused' })
})

test('a rejected item that is corrected waits again, without the message of the rejection', async () => {
  const { callServer, fail } = server()
  const outbox = browser(callServer).tab()
  await outbox.save(ada())
  fail(() => {
    throw new Failure(422, 'Please check the form', { email: 'This is not an address' })
  })
  await outbox.sendAll()
  const piece = await only(outbox)
  expect(piece).toMatchObject({ state: 'refused', fields: { email: 'This is not an address' } })
  await outbox.save({ ...piece, values: { ...piece.values, email: 'ada@n.example' } } as Piece)
  expect(await only(outbox)).toMatchObject({ state: 'refused', message: 'Please check the form' })
  await outbox.save({ ...(await only(outbox)), state: 'waiting' })
  const waiting = await only(outbox)
  expect([waiting.state, waiting.message, waiting.fields]).toEqual(['waiting', undefined, undefined])
})

test('a piece for which the device has no room stays waiting and does not hold up the others, and that is reported', async () => {
  const { callServer, made, routes } = server()
  const phone = browser(callServer)
  const outbox = phone.tab()
  const [first, second] = [ada(), ada({ firstName: 'Bea' })]
  await outbox.save(first)
  await outbox.save({ ...second, madeAt: first.madeAt + 1 })
  phone.fill(first.id)
  expect((await outbox.sendAll()).storageError).toMatchObject({ name: 'QuotaExceededError' })
  expect(made.map(({ input }) => input['firstName'])).toEqual(['Bea'])
  expect((await outbox.all()).pieces.map(({ state }) => state)).toEqual(['waiting', 'sent'])
  phone.fill('')
  expect(await outbox.sendAll()).toMatchObject({ isReached: true, failed: [] })
  expect(routes()).toEqual(['POST /api/contact/', 'POST /api/contact/'])
})

test('a draft that is left without a word is deleted; one with a word is not', async () => {
  const outbox = browser(server().callServer).tab()
  const [blank, begun] = [newContact(), newContact({ firstName: 'Ada' })]
  for (const piece of [blank, begun]) await outbox.save(piece)
  for (const { id } of [blank, begun]) await outbox.removeBlank(id)
  expect((await outbox.all()).pieces.map(({ id }) => id)).toEqual([begun.id])
})

test.each([500, 502])(
  'an item on which the server fails (%s) stays, does not hold up the others, and is sent again under its key',
  async (status) => {
    const { callServer, routes, fail } = server()
    const outbox = browser(callServer).tab()
    const first = ada()
    await outbox.save(first)
    await outbox.save({ ...ada({ firstName: 'Bea' }), madeAt: first.madeAt + 1 })
    fail(() => {
      throw new Failure(status, 'Something went wrong!')
    })
    const outcome = await outbox.sendAll()
    expect(outcome).toMatchObject({
      isReached: true,
      failed: [first.id],
      settled: [{ state: 'sent', values: { firstName: 'Bea' } }],
    })
    expect((await outbox.all()).pieces.map(({ state, message }) => [state, message])).toEqual([
      ['waiting', undefined],
      ['sent', undefined],
    ])
    expect(await outbox.sendAll()).toMatchObject({ failed: [], settled: [{ id: first.id, state: 'sent' }] })
    expect(routes()).toHaveLength(2)
  },
)

test.each([429, 503])('while the server takes no calls (%s) nothing more is tried, and all items stay', async (status) => {
  const { callServer, routes, fail } = server()
  const outbox = browser(callServer).tab()
  const [first, second] = [ada(), ada({ firstName: 'Bea' })]
  await outbox.save(first)
  await outbox.save({ ...second, madeAt: first.madeAt + 1 })
  let calls = 0
  for (let count = 0; count < 2; count++)
    fail(() => {
      calls++
      throw new Failure(status, 'Too many requests')
    })
  expect(await outbox.sendAll()).toEqual({ isReached: true, settled: [], failed: [first.id, second.id] })
  expect([calls, (await outbox.all()).pieces.map(({ state }) => state)]).toEqual([1, ['waiting', 'waiting']])
  await outbox.sendAll()
  await outbox.sendAll()
  expect(routes()).toHaveLength(2)
})

test('what is too large for the server (413) is not tried again and again: it stays, and the user is told what it says', async () => {
  const { callServer, fail } = server()
  const outbox = browser(callServer).tab()
  await outbox.save(ada())
  fail(() => {
    throw new Failure(413, 'Your drive is full')
  })
  expect(await outbox.sendAll()).toMatchObject({ failed: [], settled: [{ state: 'refused', message: 'Your drive is full' }] })
  expect(await only(outbox)).toMatchObject({ state: 'refused', values: { firstName: 'Ada' } })
})
