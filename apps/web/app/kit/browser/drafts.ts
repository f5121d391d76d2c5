import { session } from '#kit/session'

type Fields = Readonly<Record<string, unknown>>

const isEvent = (input: unknown): input is React.ChangeEvent<HTMLInputElement> =>
  typeof input === 'object' && input !== null && 'nativeEvent' in input

/** The new value of a form's field: from the event of an input, or the chosen value itself. */
export const valueFromInput = (input: unknown) => {
  if (!isEvent(input)) return input
  const { type, checked, value } = input.currentTarget
  return type === 'checkbox' ? checked : value
}

/** Compares two values of a form. */
export const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** The fields of `values` that differ from `from`. */
export const changesSince = <V extends Fields>(from: V, values: V): Partial<V> =>
  Object.fromEntries(Object.entries(values).filter(([field, value]) => !isSame(value, from[field]))) as Partial<V>

/** A record's values in the shape of a form: other fields are left out, and missing values become the form's empty value. */
export const formValuesOf = <V extends Fields>(record: object, empty: V): V =>
  Object.fromEntries(Object.entries(empty).map(([field, emptyValue]) => [field, (record as Fields)[field] ?? emptyValue])) as V

/** What a form began with: its values, and when its record had last been changed; null for a new one. */
export interface Start<V> {
  from: V
  base: string | null
}

/** The fields that were changed here and elsewhere to different values: `values` and `current` both began as `from`. */
export const conflictsOf = <V extends Fields>(from: V, values: V, current: V): (keyof V & string)[] =>
  Object.keys(changesSince(from, current)).filter(
    (field) => !isSame(values[field], from[field]) && !isSame(values[field], current[field]),
  )

/**
 * The start of a form after its record has changed. The form takes over the newer record, below what was typed, unless a field was changed on
 * both sides: then it keeps its older start, and the server rejects the save, so that the user chooses.
 */
export const rebaseStart = <V extends Fields>(start: Start<V>, current: Start<V>, values: V): Start<V> => {
  if (start.base === null || current.base === null || current.base <= start.base) return start
  return conflictsOf(start.from, values, current.from).length === 0 ? current : start
}

/** What was typed into a form and not yet saved, and the values before the typing began. */
export interface Draft<V> extends Start<V> {
  values: V
}

/** A draft as it is stored. */
export interface StoredDraft<V> extends Draft<V> {
  /** When it was last stored, in milliseconds. */
  kept: number
}

const lifetime = 14 * 24 * 3600 * 1000

/** Parses a stored draft; null if there is none, if it is invalid, or older than 14 days. */
export const readStoredDraft = <V>(key: string, now: number) => {
  try {
    const draft = JSON.parse(localStorage.getItem(key) ?? 'null') as StoredDraft<V> | null
    return draft && now - draft.kept < lifetime ? draft : null
  } catch {
    return null
  }
}

const TAB_KEY = 'tab'
const lockPrefix = 'tab '

let ownTab: string | undefined

/** Holds an id for as long as the tab is open. A duplicated tab starts with the id of the other one, which holds it: it takes a new one. */
const claim = (claimed: string) => {
  ownTab = claimed
  try {
    sessionStorage.setItem(TAB_KEY, claimed)
  } catch {
    // The id lasts until the page is reloaded.
  }
  navigator.locks
    ?.request(lockPrefix + claimed, { ifAvailable: true }, (lock) => (lock ? new Promise(() => {}) : claim(crypto.randomUUID())))
    .catch(() => {}) // without a lock the tab counts as closed
  return claimed
}

/** The id of this tab: it stays the same when the page is reloaded, and no other open tab has it. */
export const tabId = () => ownTab ?? claim(sessionStorage.getItem(TAB_KEY) ?? crypto.randomUUID())

/** What this tab stored before a reload stays its own: called when the signed-in area loads. */
export const claimTab = () => {
  if (sessionStorage.getItem(TAB_KEY)) tabId()
}

/** The names of the locks of all open tabs. Without locks, in old browsers and without TLS, no tab counts as open. */
export const findOpenTabs = async () => {
  const { held = [] } = (await navigator.locks?.query().catch(() => null)) ?? {}
  const names = held.map(({ name }) => name)
  return (tab: string) => tab === ownTab || names.includes(lockPrefix + tab)
}

/**
 * The draft of a form. It is in local storage, under its form, its user and its tab, so that it survives a reload and an ended session, and two
 * tabs do not overwrite each other's; it expires after 14 days. If the storage is full or unavailable nothing is stored, and the form works without.
 */
export const draftOf = <V>(form: string, clock: () => number = Date.now) => {
  /** The key that all tabs shared once, and to which the tab is added. It names the user who opened the form, also when their session has ended. */
  const formKey = `draft:${session.actor().uniqueId}:${form}`
  const key = () => `${formKey}#${tabId()}`
  const read = (): Draft<V> | null => readStoredDraft<V>(key(), clock())
  const drop = () => {
    try {
      localStorage.removeItem(key())
    } catch {
      return
    }
  }
  const save = (draft: Draft<V>) => {
    try {
      localStorage.setItem(key(), JSON.stringify({ ...draft, kept: clock() } satisfies StoredDraft<V>))
    } catch {
      drop() // an older draft must not overwrite what was typed meanwhile
    }
  }
  /** Drops the draft with these changes, but not one that was stored over it elsewhere. */
  const dropOwn = (changes: Partial<V>) => {
    const stored = read()
    if (stored && isSame(stored.values, { ...stored.from, ...changes })) drop()
  }
  return { formKey, key, read, keep: save, drop, dropOwn }
}
