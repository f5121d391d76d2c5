import { driveApi, driveShareApi } from '@tradewind/contract/drive/drive.contract'
import type { Endpoint } from '@tradewind/contract/kit/endpoint'
import fc from 'fast-check'
import { expect } from 'vitest'
import type { TestApp, TestUser } from '../app.ts'
import { driveFixture } from './drive.ts'
import { type Model, type ModelItem, sortedJson } from './model.ts'

const createKinds = ['folder', 'folder', 'folder', 'file', 'share', 'share'] as const
const changeKinds = ['folder', 'file', 'rename', 'move', 'move', 'remove', 'remove', 'restore', 'restore', 'purge'] as const
const shareKinds = ['share', 'share', 'unshare', 'unshareMany', 'expire'] as const
const names = ['Plan', 'plan', 'Pläne', 'PLÄNE', 'Offer.pdf', 'offer.PDF', 'Notes', 'a (2)', 'a', '.hidden', 'Q1', 'Q2', 'Q3']

type Kind = (typeof createKinds | typeof changeKinds | typeof shareKinds)[number]
const anyNumber = fc.noBias(fc.nat(10_000))

/** An operation of a user. Numbers select from the items that exist at that time. */
const operationArbitrary = (...kinds: Kind[]) =>
  fc.record({
    kind: fc.constantFrom(...kinds),
    who: fc.constantFrom(0, 0, 0, 0, 0, 0, 1, 1, 2, 3, 4, 5),
    picks: fc.array(anyNumber, { minLength: 1, maxLength: 3 }),
    place: anyNumber,
    name: fc.nat(names.length - 1),
    to: fc.constantFrom(0, 0, 1, 1, 2, 2, 3, 3, 4, 5, 6),
    /** Whether it names an item of any owner and tenant, in the trash or not. */
    isStray: anyNumber.map((randomNumber) => randomNumber % 12 === 0),
  })

/** Drives are filled first, then arbitrary operations follow. */
export const operations = (createCount: number, changeCount: number) =>
  fc
    .tuple(
      fc.array(operationArbitrary(...createKinds), { minLength: createCount, maxLength: createCount }),
      fc.array(operationArbitrary(...changeKinds, ...shareKinds), { minLength: changeCount, maxLength: changeCount }),
    )
    .map(([first, rest]) => [...first, ...rest])
export type Operation = ReturnType<typeof operationArbitrary> extends fc.Arbitrary<infer Value> ? Value : never

/** The users, the application with their drives, and the model of these. */
export interface DriveStage {
  app: TestApp
  people: readonly TestUser[]
  model: Model
}
interface OperationContext extends DriveStage {
  me: TestUser
  hasDrive: boolean
  things: ModelItem[]
  target: ModelItem | null
  name: string
  to: TestUser | undefined
  op: Operation
}

export const mayHaveDrive = ({ roles }: TestUser) => !roles.includes('ROLE_FREE')
const missingItem = (): ModelItem => ({
  id: crypto.randomUUID(),
  documentId: null,
  owner: '',
  name: '',
  folder: true,
  size: 0,
  parent: null,
  trashedWith: null,
})
const pickItem = (all: readonly ModelItem[], number: number) => all[number % all.length] ?? missingItem()

const contextOf = (stage: DriveStage, op: Operation): OperationContext => {
  const { people, model } = stage
  const me = people[op.who % people.length]!
  const isTrash = op.kind === 'restore' || op.kind === 'purge'
  const mine = isTrash ? model.tops(me.uniqueId) : model.activeItems(me.uniqueId)
  const folders = op.isStray ? model.things : model.activeItems(me.uniqueId).filter(({ folder }) => folder)
  const things = op.picks.map((pick) => pickItem(op.isStray ? model.things : mine, pick))
  const target = op.place % 6 === 0 ? null : (folders[op.place % folders.length] ?? null)
  return {
    ...stage,
    me,
    hasDrive: mayHaveDrive(me),
    things: [...new Set(things)],
    target,
    name: names[op.name]!,
    to: people[op.to],
    op,
  }
}

const isOwnItem =
  ({ me }: OperationContext) =>
  (thing: ModelItem) =>
    thing.owner === me.uniqueId && !thing.trashedWith
/** The status with which the server must reject an operation on these items, if it must. */
const expectedStatus = (acting: OperationContext, things: readonly ModelItem[], target: ModelItem | null = null) => {
  if (!acting.hasDrive) return 403
  if (!things.every(isOwnItem(acting))) return 404
  return target && !(isOwnItem(acting)(target) && target.folder) ? 404 : undefined
}

/** Calls the endpoint and asserts the status that the model expects. Returns the data of the response. */
const callAndCheck = async ({ app, me, op }: OperationContext, call: Endpoint, input: object, status: number | undefined) => {
  const { statusCode, json } = await app.as(me).send(call, input)
  expect([op.kind, statusCode]).toEqual([op.kind, status ?? (call.replyType === 'created' ? 201 : 200)])
  return json().data
}
const idsOf = (things: readonly ModelItem[]) => things.map(({ id }) => id)
const fileDefaults = { documentId: null, size: 0, trashedWith: null }

const makeFolder = async (acting: OperationContext) => {
  const { model, target, name, me } = acting
  const status = expectedStatus(acting, [], target) ?? (model.namesake(name, target, me.uniqueId) ? 422 : undefined)
  const made = await callAndCheck(acting, driveApi.createFolder, { name, parentId: target?.id ?? null }, status)
  if (!status)
    model.add({ ...fileDefaults, id: made.uniqueId, owner: me.uniqueId, name, folder: true, parent: target }, 'CREATED')
}

/** As an upload does that keeps both files. */
const makeFile = async (acting: OperationContext) => {
  const { app, model, target, me, op } = acting
  if (expectedStatus(acting, [], target)) return
  const name = model.free({ name: acting.name, folder: false, owner: me.uniqueId }, target)
  const folder = target && ({ uniqueId: target.id, ancestors: idsOf(model.ancestors(target)) } as never)
  const content = 'x'.repeat(1 + (op.place % 100))
  const { uniqueId: id, documentId } = await driveFixture(app, me).file(name, { folder, content })
  model.add(
    { ...fileDefaults, id, documentId, owner: me.uniqueId, name, folder: false, parent: target, size: content.length },
    '',
  )
}

const rename = async (acting: OperationContext) => {
  const { model, things, name } = acting
  const thing = things[0]!
  const status = expectedStatus(acting, [thing]) ?? (model.namesake(name, thing.parent, thing.owner, thing) ? 422 : undefined)
  await callAndCheck(acting, driveApi.rename, { uniqueId: thing.id, newName: name }, status)
  if (!status) model.rename(thing, name)
}

const move = async (acting: OperationContext) => {
  const { model, things, target } = acting
  const targetPath = target ? [...model.ancestors(target), target] : []
  const isCycle = things.some((thing) => targetPath.includes(thing))
  const status = expectedStatus(acting, things, target) ?? (isCycle ? 404 : undefined)
  const told = await callAndCheck(acting, driveApi.move, { uniqueIds: idsOf(things), parentId: target?.id ?? null }, status)
  if (status) return
  const moved = model.move(things, target)
  const expected = things.map((thing) => [thing.id, moved.has(thing) ? 'DONE' : 'UNCHANGED', thing.name])
  expect(sortedJson(told.map(Object.values))).toEqual(sortedJson(expected))
}

const remove = async (acting: OperationContext) => {
  const { model, things } = acting
  const status = expectedStatus(acting, things)
  const isOne = things.length === 1
  const input = isOne ? { uniqueId: things[0]!.id } : { uniqueIds: idsOf(things) }
  await callAndCheck(acting, isOne ? driveApi.remove : driveApi.bullkDelete, input, status)
  if (!status) model.bury(things)
}

const isInMyTrash = (acting: OperationContext) =>
  acting.things.every((thing) => thing.owner === acting.me.uniqueId && thing.trashedWith === thing)
const expectedTrashStatus = (acting: OperationContext) => (acting.hasDrive ? (isInMyTrash(acting) ? undefined : 404) : 403)

const restore = async (acting: OperationContext) => {
  const { model, things } = acting
  const status = expectedTrashStatus(acting)
  const told = await callAndCheck(acting, driveApi.restore, { uniqueIds: idsOf(things) }, status)
  if (status) return
  const toRoot = model.restore(things)
  const shown = (told as { uniqueId: string; name: string; toRoot: boolean }[]).map((one) => [one.uniqueId, one.name, one.toRoot])
  expect(sortedJson(shown)).toEqual(sortedJson(things.map((thing) => [thing.id, thing.name, toRoot.has(thing)])))
}

const purge = async (acting: OperationContext) => {
  const { model, me, op } = acting
  const isAll = op.place % 5 === 0
  const status = isAll ? (acting.hasDrive ? undefined : 403) : expectedTrashStatus(acting)
  const tops = isAll ? model.tops(me.uniqueId) : acting.things
  const told = await callAndCheck(acting, driveApi.purge, isAll ? {} : { uniqueIds: idsOf(tops) }, status)
  if (status) return
  expect(told.count).toBe(tops.length)
  model.purge(tops)
}

/** Runs the queued notification jobs immediately. */
const runNotificationJobs = async ({ app }: DriveStage) => {
  const notificationJobs = await app.asOwner<{ data: object }>(
    `delete from pgboss.job where name = 'drive.shared' returning data`,
  )
  for (const { data } of notificationJobs) await app.work('drive.shared', data)
}

const unknownAddress = 'nobody@elsewhere.test'

const share = async (acting: OperationContext) => {
  const { model, things, me, to } = acting
  const isOwn = to === me
  const status = expectedStatus(acting, things) ?? (isOwn ? 422 : undefined)
  const address = to?.emailAddress ?? unknownAddress
  const told = await callAndCheck(acting, driveShareApi.share, { uniqueIds: idsOf(things), shareWith: [address] }, status)
  if (status) return
  const fresh = model.share(things, address, to?.tenantId === me.tenantId ? to.uniqueId : undefined)
  expect(told.filter(({ outcome }: { outcome: string }) => outcome === 'DONE')).toHaveLength(fresh)
  await runNotificationJobs(acting)
}

const unshare = async (acting: OperationContext) => {
  const { model, things, to, op } = acting
  const some = op.kind === 'unshare' ? things.slice(0, 1) : things
  const status = expectedStatus(acting, some)
  const address = to?.emailAddress ?? unknownAddress
  const one = { uniqueId: some[0]!.id, email: address.toUpperCase() }
  const many = { uniqueIds: idsOf(some), unShareWith: [address] }
  const [call, input] = op.kind === 'unshare' ? [driveShareApi.unshare, one] : [driveShareApi.bulkUnShare, many]
  const told = await callAndCheck(acting, call, input, status)
  if (status) return
  const detail = op.kind === 'unshare' ? one.email : address
  const ended = model.unshare(some, address, detail)
  expect(told.filter(({ outcome }: { outcome: string }) => outcome === 'DONE')).toHaveLength(ended)
}

/** Time passes: the last day of one of the user's shares is over. */
const expire = async ({ app, model, me, op }: OperationContext) => {
  const mine = model.active().filter(({ thing }) => thing.owner === me.uniqueId)
  const ended = mine[op.place % mine.length]
  if (!ended) return
  const isIt = 'item_id = $1 and email_address = $2'
  await app.asOwner(`update drive_share set last_day = current_date - 1, ends_at = now() where ${isIt}`, [
    ended.thing.id,
    ended.address,
  ])
  await app.clock('drive.expired')
  model.expire(ended)
}

const handlers = {
  folder: makeFolder,
  file: makeFile,
  rename,
  move,
  remove,
  restore,
  purge,
  share,
  unshare,
  unshareMany: unshare,
  expire,
}

/** Runs the operation on the server and in the model, and asserts that both agree on the result. */
export const runOperation = (stage: DriveStage, op: Operation) => handlers[op.kind](contextOf(stage, op))
