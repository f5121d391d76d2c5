import { driveApi, driveDownloadApi, driveShareApi } from '@tradewind/contract/drive/drive.contract'
import type { DriveItem, Share } from '@tradewind/contract/drive/item'
import type { Endpoint } from '@tradewind/contract/kit/endpoint'
import { notificationApi } from '@tradewind/contract/platform/notification.contract'
import { expect } from 'vitest'
import type { TestUser } from '../app.ts'
import { type ModelItem, sortedJson } from './model.ts'
import { type DriveStage, mayHaveDrive } from './operations.ts'

/** A user who reads, and the visible paths to all items that the model lets them see. */
interface ReaderView extends DriveStage {
  me: TestUser
  visiblePaths: Map<ModelItem, ModelItem[]>
}
const viewOf = (stage: DriveStage, me: TestUser): ReaderView => {
  const ways = stage.model.things.map((thing) => [thing, stage.model.visiblePath(thing, me.uniqueId, mayHaveDrive(me))] as const)
  return { ...stage, me, visiblePaths: new Map(ways.filter(([, way]) => way.length > 0)) }
}

const callAs = async ({ app, me }: ReaderView, call: Endpoint, input: object = {}) => {
  const { statusCode, json } = await app.as(me).send(call, input)
  if (statusCode >= 400) return statusCode
  return call.replyType === 'list' ? json() : json().data
}

const toLowerSorted = (addresses: readonly string[]) => addresses.map((address) => address.toLowerCase()).toSorted()
/** What a call returns of an item, without times. */
const withoutTimes = (item: DriveItem) => {
  const { uniqueId, documentId, name, folder, parentFolderId, ownerId, size, sharedWith, sharedAbove, items } = item
  const plain = { uniqueId, documentId, name, folder, parentFolderId, ownerId, size, items }
  return { ...plain, sharedWith: toLowerSorted(sharedWith), sharedAbove: toLowerSorted(sharedAbove) }
}
/** The parent folder's id, where the reader may know of it. */
const visibleParentId = (thing: ModelItem, { me, visiblePaths }: ReaderView) => {
  const maySeeParent = thing.owner === me.uniqueId || (visiblePaths.get(thing)?.length ?? 0) > 1
  return maySeeParent && thing.parent ? thing.parent.id : null
}
const sharedAddresses = (thing: ModelItem, { model }: ReaderView) =>
  toLowerSorted(
    model
      .active()
      .filter((share) => share.thing === thing)
      .map(({ address }) => address),
  )
/** Each address once; an item in the trash is shared through no folder. */
const inheritedAddresses = (thing: ModelItem, looking: ReaderView) => {
  const folders = thing.trashedWith ? [] : looking.model.ancestors(thing)
  return [...new Set(folders.flatMap((folder) => sharedAddresses(folder, looking)))].toSorted()
}

const expectedItem = (thing: ModelItem, looking: ReaderView, count = looking.model.inside(thing, thing.owner).length) => ({
  uniqueId: thing.id,
  documentId: thing.documentId,
  name: thing.name,
  folder: thing.folder,
  parentFolderId: visibleParentId(thing, looking),
  ownerId: thing.owner,
  size: thing.folder ? null : thing.size,
  items: thing.folder ? count : null,
  sharedWith: thing.owner === looking.me.uniqueId ? sharedAddresses(thing, looking) : [],
  sharedAbove: thing.owner === looking.me.uniqueId ? inheritedAddresses(thing, looking) : [],
})
type Identified = { uniqueId: string }
const sortById = <One extends Identified>(all: readonly One[]) =>
  all.toSorted((one, other) => (one.uniqueId < other.uniqueId ? -1 : 1))
const expectedItems = (things: readonly ModelItem[], looking: ReaderView) =>
  sortById(things.map((thing) => expectedItem(thing, looking)))
const actualItems = (answer: unknown) => (Array.isArray(answer) ? sortById(answer.map(withoutTimes)) : answer)

const all = { size: 500 }

const checkRoots = async (looking: ReaderView) => {
  const { me, model, people, visiblePaths } = looking
  const own = mayHaveDrive(me) ? model.inside(null, me.uniqueId) : []
  expect(actualItems(await callAs(looking, driveApi.list, all))).toEqual(expectedItems(own, looking))
  for (const { uniqueId: ownerId } of people.filter((person) => person !== me)) {
    const given = [...visiblePaths.keys()].filter((thing) => thing.owner === ownerId && model.isGiven(thing, me.uniqueId))
    expect(actualItems(await callAs(looking, driveApi.list, { ...all, ownerId }))).toEqual(expectedItems(given, looking))
  }
}

const checkSearch = async (looking: ReaderView) => {
  const seen = [...looking.visiblePaths.keys()]
  expect(actualItems(await callAs(looking, driveApi.find, all))).toEqual(expectedItems(seen, looking))
  const plans = seen.filter(({ name }) => /pl[aä]n/i.test(name))
  expect(actualItems(await callAs(looking, driveApi.find, { ...all, q: 'PLAN' }))).toEqual(expectedItems(plans, looking))
}

const checkSharing = async (looking: ReaderView) => {
  const { me, model, people, visiblePaths } = looking
  const sharers = people.flatMap(({ uniqueId }) => {
    const given = [...visiblePaths.keys()].filter((thing) => thing.owner === uniqueId && model.isGiven(thing, me.uniqueId))
    return uniqueId !== me.uniqueId && given.length > 0 ? [[uniqueId, given.length]] : []
  })
  const sharing = (await callAs(looking, driveShareApi.shared, all)) as { uniqueId: string; count: number }[]
  expect(sortedJson(sharing.map(({ uniqueId, count }) => [uniqueId, count]))).toEqual(sortedJson(sharers))
  if (!mayHaveDrive(me)) return
  const mine = model.active().filter(({ thing }) => thing.owner === me.uniqueId && !thing.trashedWith)
  const addresses = (await callAs(looking, driveShareApi.sharedUsers, all)) as { emailAddress: string }[]
  const expected = [...new Set(mine.map(({ address }) => address))].toSorted()
  expect(addresses.map(({ emailAddress }) => emailAddress).toSorted()).toEqual(expected)
}

const totalBytes = (things: readonly ModelItem[]) => things.reduce((sum, { size }) => sum + size, 0)

const checkTrash = async (looking: ReaderView) => {
  const { me, model } = looking
  const tops = model.tops(me.uniqueId)
  const expectedTrash = tops.map((top) => {
    const inIt = model.things.filter(({ parent, trashedWith }) => parent === top && trashedWith === top).length
    return expectedItem(top, looking, inIt)
  })
  expect(actualItems(await callAs(looking, driveApi.trash, all))).toEqual(mayHaveDrive(me) ? sortById(expectedTrash) : 403)
  const mine = model.things.filter(({ owner }) => owner === me.uniqueId)
  const used = { used: totalBytes(mine), trashed: totalBytes(mine.filter(({ trashedWith }) => trashedWith)), reserved: 0 }
  const usage = await callAs(looking, driveApi.usage)
  expect(usage).toEqual(mayHaveDrive(me) ? expect.objectContaining(used) : 403)
}

/** Entries that opening and downloading files leave are not part of the model. */
const isInModel = ({ action }: { action: string }) => !['OPENED', 'DOWNLOADED'].includes(action)

const checkActivity = async (looking: ReaderView) => {
  const { me, model } = looking
  if (mayHaveDrive(me)) {
    const done = (await callAs(looking, driveShareApi.activity, all)) as Record<'action' | 'itemId' | 'name' | 'detail', string>[]
    const deeds = done.filter(isInModel).map(({ action, itemId, name, detail }) => [action, itemId, name, detail])
    expect(sortedJson(deeds)).toEqual(sortedJson(model.deeds.get(me.uniqueId) ?? []))
  }
  const bells = (await callAs(looking, notificationApi.list, { type: 'PUSH_WEB', ...all })) as {
    abbreviatedContentText: string
  }[]
  const notifiedTexts = bells.map(({ abbreviatedContentText: text }) =>
    text.split(': ')[1]!.slice(0, -1).split(', ').toSorted().join(', '),
  )
  expect(notifiedTexts.toSorted()).toEqual(
    (model.bells.get(me.uniqueId) ?? []).map((names) => names.toSorted().join(', ')).toSorted(),
  )
}

const expectedAccess = (thing: ModelItem, { model }: ReaderView) =>
  [...model.ancestors(thing), thing].flatMap((step) =>
    model.shares
      .filter((share) => share.thing === step)
      .map(({ address, expired }) => `${address} ${step === thing ? 'itself' : step.id} ${expired ? 'expired' : 'active'}`),
  )

const checkBytes = async ({ app, me }: ReaderView, { id }: ModelItem, status: number) => {
  const range = { range: 'bytes=0-0' }
  const { statusCode } = await app.as(me).send(driveDownloadApi.download, { uniqueId: id }, range)
  expect(statusCode).toBe(status)
}

const checkDetails = async (looking: ReaderView, thing: ModelItem) => {
  const answer = await callAs(looking, driveApi.details, { uniqueId: thing.id })
  if (!looking.visiblePaths.has(thing)) return expect(answer).toBe(404)
  const details = answer as DriveItem & { shares: Share[] }
  expect(withoutTimes(details)).toEqual(expectedItem(thing, looking))
  const access = details.shares.map(
    ({ emailAddress, through, expired }) => `${emailAddress} ${through?.uniqueId ?? 'itself'} ${expired ? 'expired' : 'active'}`,
  )
  expect(access.toSorted()).toEqual(thing.owner === looking.me.uniqueId ? expectedAccess(thing, looking).toSorted() : [])
}

/** Checks the filter by one of the addresses around a folder: what is shared through the folder or an ancestor is found, too. */
const checkFilter = async (looking: ReaderView, folder: ModelItem) => {
  const { me, model } = looking
  const inside = model.inside(folder, folder.owner)
  const relatedItems = [...model.ancestors(folder), folder, ...inside]
  const sharedWith = model.shares.findLast(({ thing }) => relatedItems.includes(thing))?.address
  if (!sharedWith) return
  const isSharedWithAddress = (thing: ModelItem) =>
    model.active().some((share) => share.address === sharedWith && [...model.ancestors(thing), thing].includes(share.thing))
  const found = folder.owner === me.uniqueId ? inside.filter(isSharedWithAddress) : []
  const query = { uniqueId: folder.id, sharedWith, ...all }
  expect(actualItems(await callAs(looking, driveApi.contents, query))).toEqual(expectedItems(found, looking))
}

/** Checks a single item, whoever owns it, by every call that names it. */
export const checkItem = async (stage: DriveStage, me: TestUser, thing: ModelItem) => {
  const looking = viewOf(stage, me)
  const way = looking.visiblePaths.get(thing)
  await checkDetails(looking, thing)
  const structure = await callAs(looking, driveApi.folderStructure, { uniqueId: thing.id })
  expect(structure).toEqual(way?.map(({ id, name, folder }) => ({ uniqueId: id, name, folder })) ?? 404)
  const inside = way && thing.folder ? expectedItems(looking.model.inside(thing, thing.owner), looking) : 404
  expect(actualItems(await callAs(looking, driveApi.contents, { uniqueId: thing.id, ...all }))).toEqual(inside)
  if (way && thing.folder) await checkFilter(looking, thing)
  await checkBytes(looking, thing, way && !thing.folder ? 206 : 404)
}

/** Checks that everything the server returns to one user is what the model lets them see. */
export const checkUser = async (stage: DriveStage, me: TestUser) => {
  const looking = viewOf(stage, me)
  for (const check of [checkRoots, checkSearch, checkSharing, checkTrash, checkActivity]) await check(looking)
}
