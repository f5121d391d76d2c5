import { driveApi, driveDownloadApi, driveShareApi } from '@tradewind/contract/drive/drive.contract'
import type { DriveItem, Share } from '@tradewind/contract/drive/item'
import type { Endpoint } from '@tradewind/contract/kit/endpoint'
import { notificationApi } from '@tradewind/contract/platform/notification.contract'
import { expect } from 'vitest'
import type { Someone } from '../app.ts'
import { sorted, type Thing } from './model.ts'
import { mayKeep, type Stage } from './operations.ts'

/** A user who reads, and the visible paths to all items that the model lets them see. */
interface Looking extends Stage {
  me: Someone
  ways: Map<Thing, Thing[]>
}
const lookingOf = (stage: Stage, me: Someone): Looking => {
  const ways = stage.model.things.map((thing) => [thing, stage.model.way(thing, me.uniqueId, mayKeep(me))] as const)
  return { ...stage, me, ways: new Map(ways.filter(([, way]) => way.length > 0)) }
}

const ask = async ({ app, me }: Looking, call: Endpoint, input: object = {}) => {
  const { statusCode, json } = await app.as(me).send(call, input)
  if (statusCode >= 400) return statusCode
  return call.answers === 'list' ? json() : json().data
}

const inCase = (addresses: readonly string[]) => addresses.map((address) => address.toLowerCase()).toSorted()
/** What a call returns of an item, without times. */
const toldOf = (item: DriveItem) => {
  const { uniqueId, documentId, name, folder, parentFolderId, ownerId, size, sharedWith, sharedAbove, items } = item
  const plain = { uniqueId, documentId, name, folder, parentFolderId, ownerId, size, items }
  return { ...plain, sharedWith: inCase(sharedWith), sharedAbove: inCase(sharedAbove) }
}
/** The parent folder's id, where the reader may know of it. */
const parentTo = (thing: Thing, { me, ways }: Looking) => {
  const isTold = thing.owner === me.uniqueId || (ways.get(thing)?.length ?? 0) > 1
  return isTold && thing.parent ? thing.parent.id : null
}
const addressesOf = (thing: Thing, { model }: Looking) =>
  inCase(model.shares.filter((share) => share.thing === thing).map(({ address }) => address))
/** Each address once; an item in the trash is shared through no folder. */
const addressesAbove = (thing: Thing, looking: Looking) => {
  const folders = thing.buried ? [] : looking.model.above(thing)
  return [...new Set(folders.flatMap((folder) => addressesOf(folder, looking)))].toSorted()
}

const shownOf = (thing: Thing, looking: Looking, count = looking.model.inside(thing, thing.owner).length) => ({
  uniqueId: thing.id,
  documentId: thing.documentId,
  name: thing.name,
  folder: thing.folder,
  parentFolderId: parentTo(thing, looking),
  ownerId: thing.owner,
  size: thing.folder ? null : thing.size,
  items: thing.folder ? count : null,
  sharedWith: thing.owner === looking.me.uniqueId ? addressesOf(thing, looking) : [],
  sharedAbove: thing.owner === looking.me.uniqueId ? addressesAbove(thing, looking) : [],
})
type Known = { uniqueId: string }
const inOrder = <One extends Known>(all: readonly One[]) => all.toSorted((one, other) => (one.uniqueId < other.uniqueId ? -1 : 1))
const shownAll = (things: readonly Thing[], looking: Looking) => inOrder(things.map((thing) => shownOf(thing, looking)))
const told = (answer: unknown) => (Array.isArray(answer) ? inOrder(answer.map(toldOf)) : answer)

const all = { size: 500 }

const checkRoots = async (looking: Looking) => {
  const { me, model, people, ways } = looking
  const own = mayKeep(me) ? model.inside(null, me.uniqueId) : []
  expect(told(await ask(looking, driveApi.list, all))).toEqual(shownAll(own, looking))
  for (const { uniqueId: ownerId } of people.filter((person) => person !== me)) {
    const given = [...ways.keys()].filter((thing) => thing.owner === ownerId && model.isGiven(thing, me.uniqueId))
    expect(told(await ask(looking, driveApi.list, { ...all, ownerId }))).toEqual(shownAll(given, looking))
  }
}

const checkFinding = async (looking: Looking) => {
  const seen = [...looking.ways.keys()]
  expect(told(await ask(looking, driveApi.find, all))).toEqual(shownAll(seen, looking))
  const plans = seen.filter(({ name }) => /pl[aä]n/i.test(name))
  expect(told(await ask(looking, driveApi.find, { ...all, q: 'PLAN' }))).toEqual(shownAll(plans, looking))
}

const checkSharing = async (looking: Looking) => {
  const { me, model, people, ways } = looking
  const sharers = people.flatMap(({ uniqueId }) => {
    const given = [...ways.keys()].filter((thing) => thing.owner === uniqueId && model.isGiven(thing, me.uniqueId))
    return uniqueId !== me.uniqueId && given.length > 0 ? [[uniqueId, given.length]] : []
  })
  const sharing = (await ask(looking, driveShareApi.shared, all)) as { uniqueId: string; count: number }[]
  expect(sorted(sharing.map(({ uniqueId, count }) => [uniqueId, count]))).toEqual(sorted(sharers))
  if (!mayKeep(me)) return
  const mine = model.shares.filter(({ thing }) => thing.owner === me.uniqueId && !thing.buried)
  const addresses = (await ask(looking, driveShareApi.sharedUsers, all)) as { emailAddress: string }[]
  const expected = [...new Set(mine.map(({ address }) => address))].toSorted()
  expect(addresses.map(({ emailAddress }) => emailAddress).toSorted()).toEqual(expected)
}

const bytes = (things: readonly Thing[]) => things.reduce((sum, { size }) => sum + size, 0)

const checkTrash = async (looking: Looking) => {
  const { me, model } = looking
  const tops = model.tops(me.uniqueId)
  const counted = tops.map((top) => {
    const inIt = model.things.filter(({ parent, buried }) => parent === top && buried === top).length
    return shownOf(top, looking, inIt)
  })
  expect(told(await ask(looking, driveApi.trash, all))).toEqual(mayKeep(me) ? inOrder(counted) : 403)
  const mine = model.things.filter(({ owner }) => owner === me.uniqueId)
  const used = { used: bytes(mine), trashed: bytes(mine.filter(({ buried }) => buried)), reserved: 0 }
  const usage = await ask(looking, driveApi.usage)
  expect(usage).toEqual(mayKeep(me) ? expect.objectContaining(used) : 403)
}

/** Entries that opening and downloading files leave are not part of the model. */
const isModelled = ({ action }: { action: string }) => !['OPENED', 'DOWNLOADED'].includes(action)

const checkNews = async (looking: Looking) => {
  const { me, model } = looking
  if (mayKeep(me)) {
    const done = (await ask(looking, driveShareApi.activity, all)) as Record<'action' | 'itemId' | 'name' | 'detail', string>[]
    const deeds = done.filter(isModelled).map(({ action, itemId, name, detail }) => [action, itemId, name, detail])
    expect(sorted(deeds)).toEqual(sorted(model.deeds.get(me.uniqueId) ?? []))
  }
  const bells = (await ask(looking, notificationApi.list, { type: 'PUSH_WEB', ...all })) as { abbreviatedContentText: string }[]
  const rung = bells.map(({ abbreviatedContentText: text }) =>
    text.split(': ')[1]!.slice(0, -1).split(', ').toSorted().join(', '),
  )
  expect(rung.toSorted()).toEqual((model.bells.get(me.uniqueId) ?? []).map((names) => names.toSorted().join(', ')).toSorted())
}

const accessOf = (thing: Thing, { model }: Looking) =>
  [...model.above(thing), thing].flatMap((step) =>
    model.shares
      .filter((share) => share.thing === step)
      .map(({ address }) => `${address} ${step === thing ? 'itself' : step.id}`),
  )

const checkBytes = async ({ app, me }: Looking, { id }: Thing, status: number) => {
  const range = { range: 'bytes=0-0' }
  const { statusCode } = await app.as(me).send(driveDownloadApi.download, { uniqueId: id }, range)
  expect(statusCode).toBe(status)
}

const checkDetails = async (looking: Looking, thing: Thing) => {
  const answer = await ask(looking, driveApi.details, { uniqueId: thing.id })
  if (!looking.ways.has(thing)) return expect(answer).toBe(404)
  const details = answer as DriveItem & { shares: Share[] }
  expect(toldOf(details)).toEqual(shownOf(thing, looking))
  const access = details.shares.map(({ emailAddress, through }) => `${emailAddress} ${through?.uniqueId ?? 'itself'}`)
  expect(access.toSorted()).toEqual(thing.owner === looking.me.uniqueId ? accessOf(thing, looking).toSorted() : [])
}

/** Checks the filter by one of the addresses around a folder: what is shared through the folder or an ancestor is found, too. */
const checkFilter = async (looking: Looking, folder: Thing) => {
  const { me, model } = looking
  const inside = model.inside(folder, folder.owner)
  const near = [...model.above(folder), folder, ...inside]
  const sharedWith = model.shares.findLast(({ thing }) => near.includes(thing))?.address
  if (!sharedWith) return
  const isReached = (thing: Thing) =>
    model.shares.some((share) => share.address === sharedWith && [...model.above(thing), thing].includes(share.thing))
  const found = folder.owner === me.uniqueId ? inside.filter(isReached) : []
  const asked = { uniqueId: folder.id, sharedWith, ...all }
  expect(told(await ask(looking, driveApi.contents, asked))).toEqual(shownAll(found, looking))
}

/** Checks a single item, whoever owns it, by every call that names it. */
export const checkThing = async (stage: Stage, me: Someone, thing: Thing) => {
  const looking = lookingOf(stage, me)
  const way = looking.ways.get(thing)
  await checkDetails(looking, thing)
  const structure = await ask(looking, driveApi.folderStructure, { uniqueId: thing.id })
  expect(structure).toEqual(way?.map(({ id, name, folder }) => ({ uniqueId: id, name, folder })) ?? 404)
  const inside = way && thing.folder ? shownAll(looking.model.inside(thing, thing.owner), looking) : 404
  expect(told(await ask(looking, driveApi.contents, { uniqueId: thing.id, ...all }))).toEqual(inside)
  if (way && thing.folder) await checkFilter(looking, thing)
  await checkBytes(looking, thing, way && !thing.folder ? 206 : 404)
}

/** Checks that everything the server returns to one user is what the model lets them see. */
export const checkPerson = async (stage: Stage, me: Someone) => {
  const looking = lookingOf(stage, me)
  for (const check of [checkRoots, checkFinding, checkSharing, checkTrash, checkNews]) await check(looking)
}
