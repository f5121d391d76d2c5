/** A file or folder as the model knows it: no columns, no indexes, only the parent. */
export interface ModelItem {
  id: string
  documentId: string | null
  owner: string
  name: string
  folder: boolean
  size: number
  parent: ModelItem | null
  /** The item with which it was moved to the trash. */
  trashedWith: ModelItem | null
  /** The depth it had when its folder was permanently deleted. */
  lostDepth?: number
}
export interface ModelShare {
  thing: ModelItem
  address: string
  /** The user with this address, where it belongs to a user of the tenant. */
  user: string | undefined
  /** Its last day is over. */
  expired?: boolean
}
type LoggedAction = [action: string, id: string, name: string, detail: string | null]

const keyOf = (name: string) => name.normalize('NFC').toLowerCase()
const splitName = ({ name, folder }: Pick<ModelItem, 'name' | 'folder'>) => {
  const dot = folder ? -1 : name.lastIndexOf('.')
  return dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, '']
}
/** In a canonical order, for comparison. */
export const sortedJson = (all: readonly unknown[]) => all.map((one) => JSON.stringify(one)).toSorted()
export const compareIds = (one: ModelItem, other: ModelItem) => (one.id < other.id ? -1 : 1)

/** The drives of several users, modelled as simply as possible: the server's responses are compared with it. */
export class Model {
  things: ModelItem[] = []
  shares: ModelShare[] = []
  deeds = new Map<string, LoggedAction[]>()
  bells = new Map<string, string[][]>()
  /** Revoked shares: the user of the address already knows of the item, and is not notified again within the day. */
  private takenBack: Pick<ModelShare, 'thing' | 'address'>[] = []

  activeItems = (owner: string) => this.things.filter((thing) => thing.owner === owner && !thing.trashedWith)
  /** The items that the trash lists. */
  tops = (owner: string) => this.things.filter((thing) => thing.owner === owner && thing.trashedWith === thing)
  inside = (parent: ModelItem | null, owner: string) => this.activeItems(owner).filter((thing) => thing.parent === parent)
  ancestors = ({ parent }: ModelItem): ModelItem[] => (parent ? [...this.ancestors(parent), parent] : [])
  depth = (thing: ModelItem): number => thing.lostDepth ?? (thing.parent ? this.depth(thing.parent) + 1 : 0)
  beneath = (thing: ModelItem): ModelItem[] =>
    this.things.filter(({ parent }) => parent === thing).flatMap((child) => [child, ...this.beneath(child)])

  /** The shares that give access. */
  active = () => this.shares.filter(({ expired }) => !expired)
  /** Whether it is itself shared with the user. */
  isGiven = (thing: ModelItem, user: string) => this.active().some((share) => share.thing === thing && share.user === user)
  /** The ancestors and the item itself, as far as the user may see them, or none where they may not see the item. */
  visiblePath = (thing: ModelItem, user: string, hasDrive: boolean): ModelItem[] => {
    if (thing.trashedWith) return []
    const whole = [...this.ancestors(thing), thing]
    if (thing.owner === user) return hasDrive ? whole : []
    const first = whole.findIndex((step) => this.isGiven(step, user))
    return first < 0 ? [] : whole.slice(first)
  }

  note(action: string, thing: ModelItem, detail: string | null = null) {
    this.deeds.set(thing.owner, [...(this.deeds.get(thing.owner) ?? []), [action, thing.id, thing.name, detail]])
  }

  namesake = (name: string, parent: ModelItem | null, owner: string, but?: ModelItem) =>
    this.inside(parent, owner).find((thing) => thing !== but && keyOf(thing.name) === keyOf(name))
  free(thing: Pick<ModelItem, 'name' | 'folder' | 'owner'>, parent: ModelItem | null) {
    const [stem, end] = splitName(thing)
    let name = thing.name
    for (let number = 2; this.namesake(name, parent, thing.owner); number++) name = `${stem} (${number})${end}`
    return name
  }

  add(made: ModelItem, action: string) {
    this.things.push(made)
    if (action) this.note(action, made)
  }

  rename(thing: ModelItem, name: string) {
    const before = thing.name
    thing.name = name
    if (name !== before) this.note('RENAMED', thing, before)
  }

  move(things: readonly ModelItem[], target: ModelItem | null) {
    const movedItems = things.filter((thing) => thing.parent !== target).toSorted(compareIds)
    const formerFolders = new Map(movedItems.map((thing) => [thing, thing.parent?.name ?? null]))
    for (const thing of movedItems.toSorted((one, other) => this.depth(other) - this.depth(one))) {
      thing.name = this.free(thing, target)
      thing.parent = target
      this.note('MOVED', thing, formerFolders.get(thing) ?? null)
    }
    return new Set(movedItems)
  }

  bury(things: readonly ModelItem[]) {
    const trashRoots = things.filter((thing) => !this.ancestors(thing).some((folder) => things.includes(folder)))
    for (const top of trashRoots) {
      for (const thing of [top, ...this.beneath(top)]) thing.trashedWith ??= top
      this.note('DELETED', top)
    }
  }

  /** Returns the items that were restored to the root although their folder was elsewhere. */
  restore(things: readonly ModelItem[]) {
    const toRoot = new Set<ModelItem>()
    for (const thing of things.toSorted(compareIds).toSorted((one, other) => this.depth(one) - this.depth(other))) {
      const isFolderGone = this.depth(thing) > 0 && (!thing.parent || thing.parent.trashedWith !== null)
      if (isFolderGone) toRoot.add(thing)
      const parent = isFolderGone ? null : thing.parent
      thing.name = this.free(thing, parent)
      thing.parent = parent
      delete thing.lostDepth
      for (const one of this.things.filter(({ trashedWith }) => trashedWith === thing)) one.trashedWith = null
      this.note('RESTORED', thing)
    }
    return toRoot
  }

  purge(tops: readonly ModelItem[]) {
    const purgedItems = new Set(this.things.filter(({ trashedWith }) => trashedWith && tops.includes(trashedWith)))
    const orphans = this.things.filter((thing) => !purgedItems.has(thing) && thing.parent && purgedItems.has(thing.parent))
    for (const orphan of orphans) orphan.lostDepth = this.depth(orphan)
    for (const orphan of orphans) orphan.parent = null
    this.things = this.things.filter((thing) => !purgedItems.has(thing))
    this.shares = this.shares.filter(({ thing }) => !purgedItems.has(thing))
    for (const top of tops) this.note('PURGED', top)
  }

  share(things: readonly ModelItem[], address: string, user: string | undefined) {
    this.shares = this.shares.filter((share) => !(share.expired && share.address === address && things.includes(share.thing)))
    const newShares = things.filter((thing) => !this.shares.some((share) => share.thing === thing && share.address === address))
    for (const thing of newShares) {
      this.shares.push({ thing, address, user })
      this.note('SHARED', thing, address)
    }
    const wasRevoked = (thing: ModelItem) => this.takenBack.some((share) => share.thing === thing && share.address === address)
    const notifiedNames = newShares.filter((thing) => !wasRevoked(thing)).map(({ name }) => name)
    if (user && notifiedNames.length > 0) this.bells.set(user, [...(this.bells.get(user) ?? []), notifiedNames])
    return newShares.length
  }

  /** The last day of the share is over. */
  expire(share: ModelShare) {
    share.expired = true
    this.note('EXPIRED', share.thing, share.address)
  }

  /** `typed`: the address as it was entered, which is logged. */
  unshare(things: readonly ModelItem[], address: string, typed: string) {
    const endedShares = this.shares.filter((share) => things.includes(share.thing) && share.address === address)
    this.shares = this.shares.filter((share) => !endedShares.includes(share))
    this.takenBack.push(...endedShares)
    for (const { thing } of endedShares) this.note('UNSHARED', thing, typed)
    return endedShares.length
  }
}
