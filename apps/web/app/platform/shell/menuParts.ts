import type { MenuEntry } from '#kit/feature'

/** A heading with what is under it, or an entry that stands alone. */
export interface MenuPart {
  /** The heading; none: an entry that stands alone. */
  group?: string
  entries: readonly MenuEntry[]
  /** It is open until somebody closes it; others open where they hold the page that one is on. */
  isOpen: boolean
}

/** The parts of a menu in the order of its entries. */
const partsOf = (menu: readonly MenuEntry[], isOpen: (entries: readonly MenuEntry[]) => boolean): MenuPart[] =>
  Array.from(Map.groupBy(menu, ({ group, path }) => group ?? path).values(), (entries) => ({
    ...(entries[0]!.group && { group: entries[0]!.group }),
    entries,
    isOpen: isOpen(entries),
  }))

/** The menu of staff: everything in its place, and open. */
export const staffMenu = (menu: readonly MenuEntry[]) => partsOf(menu, () => true)

/** So many that are seldom needed are no burden: they stay in their place. */
const FEW = 3

/** A group of one is one line by the group's word, or open: one line is not worth a press. */
const ofOne = (part: MenuPart): MenuPart => {
  const [only, ...others] = part.entries
  if (!part.group || !only || others.length > 0) return part
  return only.members === 'line' ? { entries: [{ ...only, text: part.group }], isOpen: true } : { ...part, isOpen: true }
}

/**
 * The menu of members: what they come for first and open, the rest in closed groups, what they seldom need in one group at the end (`more` is its
 * heading), and what belongs to their account apart. A menu that is short anyway is all open.
 */
export const memberMenu = (menu: readonly MenuEntry[], more: string) => {
  const at = (place: MenuEntry['members']) => menu.filter(({ members }) => members === place)
  const rare = at('rare')
  const isShort = rare.length <= FEW
  const shown = menu.filter(({ members }) => members !== 'account' && (isShort || members !== 'rare'))
  const ordered = [...shown.filter(({ members }) => members === 'first'), ...shown.filter(({ members }) => members !== 'first')]
  const parts = partsOf(ordered, (entries) => isShort || entries[0]!.members === 'first').map(ofOne)
  const last = rare.map((entry) => ({ ...entry, group: more }))
  return { parts: isShort ? parts : [...parts, ...partsOf(last, () => false)], account: at('account') }
}
