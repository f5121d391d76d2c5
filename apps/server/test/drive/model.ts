/** A file or folder as the model knows it: no columns, no indexes, only the parent. */
export interface Thing {
  id: string
  documentId: string | null
  owner: string
  name: string
  folder: boolean
  size: number
  parent: Thing | null
  /** The item with which it was moved to the trash. */
  buried: Thing | null
  /** The depth it had when its folder was permanently deleted. */
  lost?: number
}
export interface Share {
  thing: Thing
  address: string
  /** The user with this address, where it belongs to a user of the tenant. */
  user: string | undefined
}
type Deed = [action: string, id: string, name: string, detail: string | null]

const keyOf = (name: string) => name.normalize('NFC').toLowerCase()
const parted = ({ name, folder }: Pick<Thing, 'name' | 'folder'>) => {
  const dot = folder ? -1 : name.lastIndexOf('.')
  return dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, '']
}
/** In a canonical order, for comparison. */
export const sorted = (all: readonly unknown[]) => all.map((one) => JSON.stringify(one)).toSorted()
export const byId = (one: Thing, other: Thing) => (one.id < other.id ? -1 : 1)

/** The drives of several users, modelled as simply as possible: the server's responses are compared with it. */
export class Model {
  things: Thing[] = []
  shares: Share[] = []
  deeds = new Map<string, Deed[]>()
  bells = new Map<string, string[][]>()
  /** Revoked shares: the user of the address already knows of the item, and is not notified again within the day. */
  private takenBack: Pick<Share, 'thing' | 'address'>[] = []

  living = (owner: string) => this.things.filter((thing) => thing.owner === owner && !thing.buried)
  /** The items that the trash lists. */
  tops = (owner: string) => this.things.filter((thing) => thing.owner === owner && thing.buried === thing)
  inside = (parent: Thing | null, owner: string) => this.living(owner).filter((thing) => thing.parent === parent)
  above = ({ parent }: Thing): Thing[] => (parent ? [...this.above(parent), parent] : [])
  depth = (thing: Thing): number => thing.lost ?? (thing.parent ? this.depth(thing.parent) + 1 : 0)
  beneath = (thing: Thing): Thing[] =>
    this.things.filter(({ parent }) => parent === thing).flatMap((child) => [child, ...this.beneath(child)])

  /** Whether it is itself shared with the user. */
  isGiven = (thing: Thing, user: string) => this.shares.some((share) => share.thing === thing && share.user === user)
  /** The ancestors and the item itself, as far as the user may see them, or none where they may not see the item. */
  way = (thing: Thing, user: string, hasDrive: boolean): Thing[] => {
    if (thing.buried) return []
    const whole = [...this.above(thing), thing]
    if (thing.owner === user) return hasDrive ? whole : []
    const first = whole.findIndex((step) => this.isGiven(step, user))
    return first < 0 ? [] : whole.slice(first)
  }

  note(action: string, thing: Thing, detail: string | null = null) {
    this.deeds.set(thing.owner, [...(this.deeds.get(thing.owner) ?? []), [action, thing.id, thing.name, detail]])
  }

  namesake = (name: string, parent: Thing | null, owner: string, but?: Thing) =>
    this.inside(parent, owner).find((thing) => thing !== but && keyOf(thing.name) === keyOf(name))
  free(thing: Pick<Thing, 'name' | 'folder' | 'owner'>, parent: Thing | null) {
    const [stem, end] = parted(thing)
    let name = thing.name
    for (let number = 2; this.namesake(name, parent, thing.owner); number++) name = `${stem} (${number})${end}`
    return name
  }

  add(made: Thing, action: string) {
    this.things.push(made)
    if (action) this.note(action, made)
  }

  rename(thing: Thing, name: string) {
    const before = thing.name
    thing.name = name
    if (name !== before) this.note('RENAMED', thing, before)
  }

  move(things: readonly Thing[], target: Thing | null) {
    const coming = things.filter((thing) => thing.parent !== target).toSorted(byId)
    const places = new Map(coming.map((thing) => [thing, thing.parent?.name ?? null]))
    for (const thing of coming.toSorted((one, other) => this.depth(other) - this.depth(one))) {
      thing.name = this.free(thing, target)
      thing.parent = target
      this.note('MOVED', thing, places.get(thing) ?? null)
    }
    return new Set(coming)
  }

  bury(things: readonly Thing[]) {
    const tops = things.filter((thing) => !this.above(thing).some((folder) => things.includes(folder)))
    for (const top of tops) {
      for (const thing of [top, ...this.beneath(top)]) thing.buried ??= top
      this.note('DELETED', top)
    }
  }

  /** Returns the items that were restored to the root although their folder was elsewhere. */
  restore(things: readonly Thing[]) {
    const toRoot = new Set<Thing>()
    for (const thing of things.toSorted(byId).toSorted((one, other) => this.depth(one) - this.depth(other))) {
      const isGone = this.depth(thing) > 0 && (!thing.parent || thing.parent.buried !== null)
      if (isGone) toRoot.add(thing)
      const parent = isGone ? null : thing.parent
      thing.name = this.free(thing, parent)
      thing.parent = parent
      delete thing.lost
      for (const one of this.things.filter(({ buried }) => buried === thing)) one.buried = null
      this.note('RESTORED', thing)
    }
    return toRoot
  }

  purge(tops: readonly Thing[]) {
    const gone = new Set(this.things.filter(({ buried }) => buried && tops.includes(buried)))
    const orphans = this.things.filter((thing) => !gone.has(thing) && thing.parent && gone.has(thing.parent))
    for (const orphan of orphans) orphan.lost = this.depth(orphan)
    for (const orphan of orphans) orphan.parent = null
    this.things = this.things.filter((thing) => !gone.has(thing))
    this.shares = this.shares.filter(({ thing }) => !gone.has(thing))
    for (const top of tops) this.note('PURGED', top)
  }

  share(things: readonly Thing[], address: string, user: string | undefined) {
    const fresh = things.filter((thing) => !this.shares.some((share) => share.thing === thing && share.address === address))
    for (const thing of fresh) {
      this.shares.push({ thing, address, user })
      this.note('SHARED', thing, address)
    }
    const isKnown = (thing: Thing) => this.takenBack.some((share) => share.thing === thing && share.address === address)
    const news = fresh.filter((thing) => !isKnown(thing)).map(({ name }) => name)
    if (user && news.length > 0) this.bells.set(user, [...(this.bells.get(user) ?? []), news])
    return fresh.length
  }

  /** `typed`: the address as it was entered, which is logged. */
  unshare(things: readonly Thing[], address: string, typed: string) {
    const ended = this.shares.filter((share) => things.includes(share.thing) && share.address === address)
    this.shares = this.shares.filter((share) => !ended.includes(share))
    this.takenBack.push(...ended)
    for (const { thing } of ended) this.note('UNSHARED', thing, typed)
    return ended.length
  }
}
