import { driveApi, driveShareApi } from '@tradewind/contract/drive/drive.contract'
import type { Endpoint } from '@tradewind/contract/kit/endpoint'
import fc from 'fast-check'
import { expect } from 'vitest'
import type { Someone, TestApp } from '../app.ts'
import { driveOf } from './drive.ts'
import { type Model, sorted, type Thing } from './model.ts'

const making = ['folder', 'folder', 'folder', 'file', 'share', 'share'] as const
const any = ['folder', 'file', 'rename', 'move', 'move', 'remove', 'remove', 'restore', 'restore', 'purge'] as const
const sharing = ['share', 'share', 'unshare', 'unshareMany'] as const
const names = ['Plan', 'plan', 'Pläne', 'PLÄNE', 'Offer.pdf', 'offer.PDF', 'Notes', 'a (2)', 'a', '.hidden', 'Q1', 'Q2', 'Q3']

type Kind = (typeof making | typeof any | typeof sharing)[number]
const anyNumber = fc.noBias(fc.nat(10_000))

/** An operation of a user. Numbers select from the items that exist at that time. */
const operationOf = (...kinds: Kind[]) =>
  fc.record({
    kind: fc.constantFrom(...kinds),
    who: fc.constantFrom(0, 0, 0, 0, 0, 0, 1, 1, 2, 3, 4, 5),
    picks: fc.array(anyNumber, { minLength: 1, maxLength: 3 }),
    place: anyNumber,
    name: fc.nat(names.length - 1),
    to: fc.constantFrom(0, 0, 1, 1, 2, 2, 3, 3, 4, 5, 6),
    /** Whether it names an item of any owner and tenant, in the trash or not. */
    isStray: anyNumber.map((drawn) => drawn % 12 === 0),
  })

/** Drives are filled first, then arbitrary operations follow. */
export const operations = (opening: number, length: number) =>
  fc
    .tuple(
      fc.array(operationOf(...making), { minLength: opening, maxLength: opening }),
      fc.array(operationOf(...any, ...sharing), { minLength: length, maxLength: length }),
    )
    .map(([first, rest]) => [...first, ...rest])
export type Operation = ReturnType<typeof operationOf> extends fc.Arbitrary<infer Value> ? Value : never

/** The users, the application with their drives, and the model of these. */
export interface Stage {
  app: TestApp
  people: readonly Someone[]
  model: Model
}
interface Acting extends Stage {
  me: Someone
  hasDrive: boolean
  things: Thing[]
  target: Thing | null
  name: string
  to: Someone | undefined
  op: Operation
}

export const mayKeep = ({ roles }: Someone) => !roles.includes('ROLE_FREE')
const nothing = (): Thing => ({
  id: crypto.randomUUID(),
  documentId: null,
  owner: '',
  name: '',
  folder: true,
  size: 0,
  parent: null,
  buried: null,
})
const chosen = (all: readonly Thing[], number: number) => all[number % all.length] ?? nothing()

const actingIn = (stage: Stage, op: Operation): Acting => {
  const { people, model } = stage
  const me = people[op.who % people.length]!
  const isTrash = op.kind === 'restore' || op.kind === 'purge'
  const mine = isTrash ? model.tops(me.uniqueId) : model.living(me.uniqueId)
  const folders = op.isStray ? model.things : model.living(me.uniqueId).filter(({ folder }) => folder)
  const things = op.picks.map((pick) => chosen(op.isStray ? model.things : mine, pick))
  const target = op.place % 6 === 0 ? null : (folders[op.place % folders.length] ?? null)
  return {
    ...stage,
    me,
    hasDrive: mayKeep(me),
    things: [...new Set(things)],
    target,
    name: names[op.name]!,
    to: people[op.to],
    op,
  }
}

const isMine =
  ({ me }: Acting) =>
  (thing: Thing) =>
    thing.owner === me.uniqueId && !thing.buried
/** The status with which the server must reject an operation on these items, if it must. */
const refusal = (acting: Acting, things: readonly Thing[], target: Thing | null = null) => {
  if (!acting.hasDrive) return 403
  if (!things.every(isMine(acting))) return 404
  return target && !(isMine(acting)(target) && target.folder) ? 404 : undefined
}

/** Calls the endpoint and asserts the status that the model expects. Returns the data of the response. */
const answered = async ({ app, me, op }: Acting, call: Endpoint, input: object, status: number | undefined) => {
  const { statusCode, json } = await app.as(me).send(call, input)
  expect([op.kind, statusCode]).toEqual([op.kind, status ?? (call.answers === 'created' ? 201 : 200)])
  return json().data
}
const ids = (things: readonly Thing[]) => things.map(({ id }) => id)
const bare = { documentId: null, size: 0, buried: null }

const makeFolder = async (acting: Acting) => {
  const { model, target, name, me } = acting
  const status = refusal(acting, [], target) ?? (model.namesake(name, target, me.uniqueId) ? 422 : undefined)
  const made = await answered(acting, driveApi.createFolder, { name, parentId: target?.id ?? null }, status)
  if (!status) model.add({ ...bare, id: made.uniqueId, owner: me.uniqueId, name, folder: true, parent: target }, 'CREATED')
}

/** As an upload does that keeps both files. */
const makeFile = async (acting: Acting) => {
  const { app, model, target, me, op } = acting
  if (refusal(acting, [], target)) return
  const name = model.free({ name: acting.name, folder: false, owner: me.uniqueId }, target)
  const folder = target && ({ uniqueId: target.id, ancestors: ids(model.above(target)) } as never)
  const content = 'x'.repeat(1 + (op.place % 100))
  const { uniqueId: id, documentId } = await driveOf(app, me).file(name, { folder, content })
  model.add({ ...bare, id, documentId, owner: me.uniqueId, name, folder: false, parent: target, size: content.length }, '')
}

const rename = async (acting: Acting) => {
  const { model, things, name } = acting
  const thing = things[0]!
  const status = refusal(acting, [thing]) ?? (model.namesake(name, thing.parent, thing.owner, thing) ? 422 : undefined)
  await answered(acting, driveApi.rename, { uniqueId: thing.id, newName: name }, status)
  if (!status) model.rename(thing, name)
}

const move = async (acting: Acting) => {
  const { model, things, target } = acting
  const way = target ? [...model.above(target), target] : []
  const isCycle = things.some((thing) => way.includes(thing))
  const status = refusal(acting, things, target) ?? (isCycle ? 404 : undefined)
  const told = await answered(acting, driveApi.move, { uniqueIds: ids(things), parentId: target?.id ?? null }, status)
  if (status) return
  const moved = model.move(things, target)
  const expected = things.map((thing) => [thing.id, moved.has(thing) ? 'DONE' : 'UNCHANGED', thing.name])
  expect(sorted(told.map(Object.values))).toEqual(sorted(expected))
}

const remove = async (acting: Acting) => {
  const { model, things } = acting
  const status = refusal(acting, things)
  const isOne = things.length === 1
  const input = isOne ? { uniqueId: things[0]!.id } : { uniqueIds: ids(things) }
  await answered(acting, isOne ? driveApi.remove : driveApi.bullkDelete, input, status)
  if (!status) model.bury(things)
}

const isInMyTrash = (acting: Acting) =>
  acting.things.every((thing) => thing.owner === acting.me.uniqueId && thing.buried === thing)
const refusalOfTrash = (acting: Acting) => (acting.hasDrive ? (isInMyTrash(acting) ? undefined : 404) : 403)

const restore = async (acting: Acting) => {
  const { model, things } = acting
  const status = refusalOfTrash(acting)
  const told = await answered(acting, driveApi.restore, { uniqueIds: ids(things) }, status)
  if (status) return
  const toRoot = model.restore(things)
  const shown = (told as { uniqueId: string; name: string; toRoot: boolean }[]).map((one) => [one.uniqueId, one.name, one.toRoot])
  expect(sorted(shown)).toEqual(sorted(things.map((thing) => [thing.id, thing.name, toRoot.has(thing)])))
}

const purge = async (acting: Acting) => {
  const { model, me, op } = acting
  const isAll = op.place % 5 === 0
  const status = isAll ? (acting.hasDrive ? undefined : 403) : refusalOfTrash(acting)
  const tops = isAll ? model.tops(me.uniqueId) : acting.things
  const told = await answered(acting, driveApi.purge, isAll ? {} : { uniqueIds: ids(tops) }, status)
  if (status) return
  expect(told.count).toBe(tops.length)
  model.purge(tops)
}

/** Runs the queued notification jobs immediately. */
const tellAll = async ({ app }: Stage) => {
  const errands = await app.asOwner<{ data: object }>(`delete from pgboss.job where name = 'drive.shared' returning data`)
  for (const { data } of errands) await app.work('drive.shared', data)
}

const stranger = 'nobody@elsewhere.test'

const share = async (acting: Acting) => {
  const { model, things, me, to } = acting
  const isOwn = to === me
  const status = refusal(acting, things) ?? (isOwn ? 422 : undefined)
  const address = to?.emailAddress ?? stranger
  const told = await answered(acting, driveShareApi.share, { uniqueIds: ids(things), shareWith: [address] }, status)
  if (status) return
  const fresh = model.share(things, address, to?.tenantId === me.tenantId ? to.uniqueId : undefined)
  expect(told.filter(({ outcome }: { outcome: string }) => outcome === 'DONE')).toHaveLength(fresh)
  await tellAll(acting)
}

const unshare = async (acting: Acting) => {
  const { model, things, to, op } = acting
  const some = op.kind === 'unshare' ? things.slice(0, 1) : things
  const status = refusal(acting, some)
  const address = to?.emailAddress ?? stranger
  const one = { uniqueId: some[0]!.id, email: address.toUpperCase() }
  const many = { uniqueIds: ids(some), unShareWith: [address] }
  const [call, input] = op.kind === 'unshare' ? [driveShareApi.unshare, one] : [driveShareApi.bulkUnShare, many]
  const told = await answered(acting, call, input, status)
  if (status) return
  const detail = op.kind === 'unshare' ? one.email : address
  const ended = model.unshare(some, address, detail)
  expect(told.filter(({ outcome }: { outcome: string }) => outcome === 'DONE')).toHaveLength(ended)
}

const doings = { folder: makeFolder, file: makeFile, rename, move, remove, restore, purge, share, unshare, unshareMany: unshare }

/** Runs the operation on the server and in the model, and asserts that both agree on the result. */
export const act = (stage: Stage, op: Operation) => doings[op.kind](actingIn(stage, op))
