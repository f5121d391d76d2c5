import type { Icon } from '@tabler/icons-react'
import { can, reachOf, type Rules } from '@tradewind/contract/kit/policy'
import type { FeatureSwitch } from '@tradewind/contract/platform/settingCatalogue'
import type { Actor } from '@tradewind/contract/roles'
import { type ComponentType, createContext, useContext } from 'react'
import type { Asking, OpeningList } from '#kit/api/asked'
import type { Answer, Input, Route } from '#kit/api/calls'
import { useActor, useSwitchedOff } from '#kit/session'

/** A screen that a feature offers in menus: its text is a `phrase`, its path the tail after the area. */
interface Entry {
  text: string
  path: string
  icon: Icon
  /** Who sees it: the rule that guards the screen, or the narrower one that the specification gives the menu. */
  rules: Rules
}

export interface MenuEntry extends Entry {
  /** Where the tenant has this switched off, the entry is not offered. */
  needs?: FeatureSwitch
  /** The heading that it is under in the side navigation; without one it stands alone. */
  group?: string
  /** What it is for, in a sentence: the landing page offers it to those who have no tasks. */
  about?: string
  /** The list that the screen opens with: it is asked before its script is there, and while the pointer rests on the entry. */
  list?: OpeningList
  /**
   * How members have it: before all else, in one line by the word of its group where it is alone in that, last with what is seldom needed, or at
   * the foot with their account. Staff have it in its place.
   */
  members?: 'first' | 'line' | 'rare' | 'account'
}

interface CreateEntry extends Entry {
  /** Where it is in the top bar, counted from the left; without one at the end. */
  position?: number
  /** The letter that opens it after C: a small one. */
  key?: string
}

/** How a kind of record is called, as search and trash know it, and where one is shown. */
interface KindEntry {
  kind: string
  one: string
  many: string
  icon: Icon
  show: (uniqueId: string) => string
}

/** What a feature offers for each record of a kind, its own or another's. */
interface RecordEntry extends Omit<Entry, 'path'> {
  kind: string
  /** The tail of the screen's address; with a question mark before it, what the address says besides: a layer over the page. */
  path: (uniqueId: string) => string
}

/** How many there are, and whether that is an estimate. */
export interface Total {
  total: number
  estimated: boolean
}

/** What tells how many a tab holds: a call, what it is asked for the record of the page, and where the number is in the answer. */
export interface TabCount {
  route: Route
  input: (uniqueId: string) => object
  of: (answer: never) => Total | null
}

/** A tab's count, typed by its call. */
export const countedBy = <R extends Route>(
  route: R,
  input: (uniqueId: string) => Input<R>,
  of: (answer: Answer<R>) => Total | null,
): TabCount => ({ route, input, of })

/** A tab on the page of each record of a kind, fetched when it is opened. */
interface RecordTab {
  kind: string
  /** What the address calls it: `?tab=contacts`. */
  key: string
  text: string
  rules: Rules
  load: () => Promise<ComponentType<{ uniqueId: string }>>
  count?: TabCount
}

/** What the page of each record of some kinds asks besides, as it opens: asked while the pointer rests on a link to it, and before it is drawn. */
interface RecordCalls {
  kinds: readonly string[]
  /** Whoever these let do it with some records alone asks on the page itself, which knows the record. */
  rules: Rules
  calls: (kind: string, uniqueId: string) => readonly Asking[]
}

/** What a feature shows on each page of some kinds of record, its own or others'; fetched when it is shown. */
interface RecordPart {
  kinds: readonly string[]
  rules: Rules
  load: () => Promise<ComponentType<never>>
}

/** A part of a page that features share, fetched when it is shown. */
interface PagePart {
  name: string
  rules: Rules
  load: () => Promise<ComponentType>
}

/**
 * Where a screen opens: to visitors, to all who work here (areas crm, user, admin), to staff (crm, admin), to admins, to super admins, or in
 * each area that has notifications and no records.
 */
export type ScreenGroup = 'public' | 'work' | 'staff' | 'admin' | 'superAdmin' | 'notifications'

/** What one feature adds to the application: its screens, menu entries, record types, and parts of the settings page. */
export interface Feature {
  /** Each screen's path inside its area, and the route module below `app/`. */
  screens?: Partial<Record<ScreenGroup, Readonly<Record<string, string>>>>
  /** Where the tenant has this switched off, nothing of it is offered. */
  needs?: FeatureSwitch
  menu?: readonly MenuEntry[]
  /** Offered in the top bar and among the commands. */
  create?: readonly CreateEntry[]
  kinds?: readonly KindEntry[]
  ofRecord?: readonly RecordEntry[]
  recordTabs?: readonly RecordTab[]
  recordCalls?: readonly RecordCalls[]
  recordParts?: readonly RecordPart[]
  /** Parts of the settings page, and of the landing page. */
  settings?: readonly PagePart[]
  home?: readonly PagePart[]
}

const last = 99

export const FeaturesContext = createContext<readonly Feature[]>([])

const entriesOf = (all: readonly Feature[], switchedOff: readonly string[], actor: Actor) => {
  const isOn = ({ needs }: { needs?: FeatureSwitch }) => !needs || !switchedOff.includes(needs)
  const features = all.filter(isOn)
  const mayOpen = ({ rules }: Pick<Entry, 'rules'>) => can(actor, rules)
  return {
    menu: features.flatMap(({ menu = [] }) => menu).filter((entry) => isOn(entry) && mayOpen(entry)),
    create: features
      .flatMap(({ create = [] }) => create)
      .filter(mayOpen)
      .toSorted(({ position: one = last }, { position: other = last }) => one - other),
    kinds: all.flatMap(({ kinds = [] }) => kinds),
    ofRecord: features.flatMap(({ ofRecord = [] }) => ofRecord).filter(mayOpen),
    recordParts: features.flatMap(({ recordParts = [] }) => recordParts).filter(mayOpen),
    recordCalls: features
      .flatMap(({ recordCalls = [] }) => recordCalls)
      .filter(({ rules }) => reachOf(rules, actor).includes('all')),
    recordTabs: features.flatMap(({ recordTabs = [] }) => recordTabs).filter(mayOpen),
    home: features.flatMap(({ home = [] }) => home).filter(mayOpen),
    settings: features.flatMap(({ settings = [] }) => settings).filter(mayOpen),
  }
}

/** What was gathered last, and of what: dozens of components ask each time that one goes somewhere. */
let gathered: { of: Parameters<typeof entriesOf>; entries: ReturnType<typeof entriesOf> } | undefined

/** All that the features offer, without what the tenant has switched off and what this actor may not open. */
export const gatherEntries = (...of: Parameters<typeof entriesOf>) => {
  if (!gathered?.of.every((one, at) => one === of[at])) gathered = { of, entries: entriesOf(...of) }
  return gathered.entries
}

/** What `gatherEntries` gives for who is signed in. */
export const useEntries = () => gatherEntries(useContext(FeaturesContext), useSwitchedOff(), useActor())

/** What the page of a record asks besides the record as it opens, with how many its tabs hold. */
export const recordPageCalls = (
  { recordCalls, recordTabs }: ReturnType<typeof gatherEntries>,
  { kind, uniqueId }: { kind: string; uniqueId: string },
): Asking[] => [
  ...recordCalls.filter(({ kinds }) => kinds.includes(kind)).flatMap(({ calls }) => calls(kind, uniqueId)),
  ...recordTabs.flatMap(({ kind: of, count }) => (count && of === kind ? [[count.route, count.input(uniqueId)] as const] : [])),
]
