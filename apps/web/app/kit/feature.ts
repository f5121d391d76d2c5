import type { Icon } from '@tabler/icons-react'
import { can, matchesFor, type Rules } from '@tradewind/contract/kit/policy'
import type { FeatureSwitch } from '@tradewind/contract/platform/settingCatalogue'
import type { Actor } from '@tradewind/contract/roles'
import { type ComponentType, createContext, useContext } from 'react'
import type { Answer, Input, Route } from '#kit/api/calls'
import type { CallRequest, ListDefaults } from '#kit/api/listCalls'
import { useActor, useSwitchedOff } from '#kit/session'

/** A screen that a feature offers in menus: its text is a `phrase`, its path the part after the area. */
interface Entry {
  text: string
  path: string
  icon: Icon
  /** Who sees it: the rules that guard the screen, or narrower ones that the specification gives the menu. */
  rules: Rules
}

export interface MenuEntry extends Entry {
  /** The entry is hidden if the tenant has switched this off. */
  tenantSwitch?: FeatureSwitch
  /** The heading that it is under in the side navigation; without one it is at the top level. */
  group?: string
  /** Its purpose in a sentence: the landing page offers it to users who have no tasks. */
  description?: string
  /** The list that the screen opens with: it is requested before its script has loaded, and while the pointer hovers over the entry. */
  list?: ListDefaults
  /**
   * Where members see it: first, in one line labelled by its group if it is alone in that, last with rarely used entries, or at the bottom with
   * their account. Staff see it in its usual position.
   */
  members?: 'first' | 'line' | 'rare' | 'account'
}

interface CreateEntry extends Entry {
  /** Its position in the top bar, counted from the left. Without one it is no button there, only in the menu that replaces them, and the last. */
  position?: number
  /** The letter that opens it after C, in lower case. */
  key?: string
  /** What it is called with a name, as `phrase('New company “{name}”')`: its form takes the name from the address (`?name=`), and a search without results offers it. */
  named?: string
}

/** The names of a kind of record, as search and trash use it, and the path of its page. */
interface KindEntry {
  kind: string
  singular: string
  plural: string
  icon: Icon
  show: (uniqueId: string) => string
}

/** What a feature offers for each record of a kind, its own or another feature's. */
interface RecordEntry extends Omit<Entry, 'path'> {
  kind: string
  /** The part of the address after the area; if it begins with a question mark, parameters to add to the current address: a layer over the page. */
  path: (uniqueId: string) => string
}

/** A count, and whether it is an estimate. */
export interface Total {
  total: number
  estimated: boolean
}

/** Where a tab's count comes from: a call, its input for the record of the page, and where the number is in the answer. */
export interface TabCount {
  route: Route
  input: (uniqueId: string) => object
  of: (answer: never) => Total | null
}

/** A tab's count, typed by its call. */
export const tabCount = <R extends Route>(
  route: R,
  input: (uniqueId: string) => Input<R>,
  of: (answer: Answer<R>) => Total | null,
): TabCount => ({ route, input, of })

/** A tab on the page of each record of some kinds, loaded when it is opened. */
interface RecordTab {
  kinds: readonly string[]
  /** Its name in the address: `?tab=contacts`. */
  key: string
  text: string
  rules: Rules
  load: () => Promise<ComponentType<never>>
  count?: (kind: string) => TabCount
  /** Who may attach files in the tab, among those who may update the record: the head of the page offers it. */
  attach?: Rules
}

/** Further calls that the page of each record of some kinds makes when it opens: requested while the pointer hovers over a link to it, and before the page renders. */
interface RecordCalls {
  kinds: readonly string[]
  /** For actors whom these rules allow only some records, the page itself makes the call, since it knows the record. */
  rules: Rules
  calls: (kind: string, uniqueId: string) => readonly CallRequest[]
}

/** What a feature shows on each page of some kinds of record, its own or others'; loaded when it is shown. */
interface RecordPart {
  kinds: readonly string[]
  rules: Rules
  load: () => Promise<ComponentType<never>>
}

/** A part of a page that features contribute to, loaded when it is shown. */
interface PagePart {
  name: string
  rules: Rules
  load: () => Promise<ComponentType>
}

/**
 * Where a screen is available: to visitors, to all signed-in users (areas crm, user, admin), to staff (crm, admin), to admins, to super admins,
 * or in each area that has notifications and no records.
 */
export type ScreenGroup = 'public' | 'work' | 'staff' | 'admin' | 'superAdmin' | 'notifications'

/** A section of the settings page: its anchor, and its title. */
interface SettingsSection {
  anchor: string
  text: string
}

/** What one feature adds to the application: its screens, menu entries, record types, and parts of the settings page. */
export interface Feature {
  /** Each screen's path inside its area, and the route module below `app/`. */
  screens?: Partial<Record<ScreenGroup, Readonly<Record<string, string>>>>
  /** If the tenant has this switched off, the whole feature is hidden. */
  tenantSwitch?: FeatureSwitch
  menu?: readonly MenuEntry[]
  /** Offered in the top bar and among the commands. */
  create?: readonly CreateEntry[]
  kinds?: readonly KindEntry[]
  ofRecord?: readonly RecordEntry[]
  recordTabs?: readonly RecordTab[]
  recordCalls?: readonly RecordCalls[]
  recordParts?: readonly RecordPart[]
  /** Parts of the settings page, and of the landing page. */
  settings?: readonly (PagePart & { sections: readonly SettingsSection[] })[]
  home?: readonly PagePart[]
}

const LAST_POSITION = 99

export const FeaturesContext = createContext<readonly Feature[]>([])

const entriesOf = (all: readonly Feature[], switchedOff: readonly string[], actor: Actor) => {
  const isOn = ({ tenantSwitch }: { tenantSwitch?: FeatureSwitch }) => !tenantSwitch || !switchedOff.includes(tenantSwitch)
  const features = all.filter(isOn)
  const mayOpen = ({ rules }: Pick<Entry, 'rules'>) => can(actor, rules)
  return {
    menu: features.flatMap(({ menu = [] }) => menu).filter((entry) => isOn(entry) && mayOpen(entry)),
    create: features
      .flatMap(({ create = [] }) => create)
      .filter(mayOpen)
      .toSorted(({ position: one = LAST_POSITION }, { position: other = LAST_POSITION }) => one - other),
    kinds: all.flatMap(({ kinds = [] }) => kinds),
    ofRecord: features.flatMap(({ ofRecord = [] }) => ofRecord).filter(mayOpen),
    recordParts: features.flatMap(({ recordParts = [] }) => recordParts).filter(mayOpen),
    recordCalls: features
      .flatMap(({ recordCalls = [] }) => recordCalls)
      .filter(({ rules }) => matchesFor(rules, actor).includes('all')),
    recordTabs: features.flatMap(({ recordTabs = [] }) => recordTabs).filter(mayOpen),
    home: features.flatMap(({ home = [] }) => home).filter(mayOpen),
    settings: features.flatMap(({ settings = [] }) => settings).filter(mayOpen),
  }
}

/** The last result and its arguments: dozens of components need it on each navigation. */
let cachedEntries: { of: Parameters<typeof entriesOf>; entries: ReturnType<typeof entriesOf> } | undefined

/** Everything that the features offer, without what the tenant has switched off and what this actor may not open. */
export const collectEntries = (...of: Parameters<typeof entriesOf>) => {
  if (!cachedEntries?.of.every((one, at) => one === of[at])) cachedEntries = { of, entries: entriesOf(...of) }
  return cachedEntries.entries
}

/** The result of `collectEntries` for the signed-in user. */
export const useEntries = () => collectEntries(useContext(FeaturesContext), useSwitchedOff(), useActor())

/** The calls that the page of a record makes when it opens, besides reading the record; includes the counts of its tabs. */
export const recordPageCalls = (
  { recordCalls, recordTabs }: ReturnType<typeof collectEntries>,
  { kind, uniqueId }: { kind: string; uniqueId: string },
): CallRequest[] => [
  ...recordCalls.filter(({ kinds }) => kinds.includes(kind)).flatMap(({ calls }) => calls(kind, uniqueId)),
  ...recordTabs.flatMap(({ kinds, count: countOf }) => {
    const count = kinds.includes(kind) && countOf?.(kind)
    return count ? [[count.route, count.input(uniqueId)] as const] : []
  }),
]

/**
 * What switches off the screen at this path of an area, by the menu, as browsers have no list of screens: `campaign/show/…` belongs to *Campaigns*. Of
 * an entry that some users also have without its switch, nothing is switched off.
 */
export const switchOfScreen = (all: readonly Feature[], path: string): FeatureSwitch | undefined => {
  const [first] = path.split('/')
  const switches = all.flatMap(({ menu = [], tenantSwitch }) =>
    menu.filter((entry) => first && entry.path.startsWith(first)).map((entry) => entry.tenantSwitch ?? tenantSwitch),
  )
  return switches.every(Boolean) ? switches[0] : undefined
}
