import {
  type RefObject,
  startTransition,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'

/** The values of a form's fields, by name. */
export type Typed = Readonly<Record<string, string>>

interface Kept {
  typed: Typed
  /** When, in milliseconds. */
  kept: number
}

const lifetime = 14 * 24 * 3600 * 1000
const start = 'form:'
const keyOf = (name: string) => start + name

const stillKept = (key: string, now: number): Typed | undefined => {
  try {
    const { typed, kept } = JSON.parse(localStorage.getItem(key) ?? 'null') as Kept
    return now - kept < lifetime ? typed : undefined
  } catch {
    return undefined
  }
}

/** The stored values of an open page's form in this browser. If the storage is full or unavailable nothing is stored; the form works without. */
export const keptForm = (name: string) => ({
  /** The stored values, if younger than 14 days. Deletes expired values of all forms. */
  read: (now = Date.now()): Typed => {
    try {
      for (const key of Object.keys(localStorage).filter((one) => one.startsWith(start)))
        if (!stillKept(key, now)) localStorage.removeItem(key)
    } catch {
      return {}
    }
    return stillKept(keyOf(name), now) ?? {}
  },
  keep: (typed: Typed, now = Date.now()) => {
    try {
      localStorage.setItem(keyOf(name), JSON.stringify({ typed, kept: now } satisfies Kept))
    } catch {
      return
    }
  },
})

const typedIn = (form: HTMLFormElement): Typed =>
  Object.fromEntries([...new FormData(form)].filter((field): field is [string, string] => typeof field[1] === 'string'))

const unchanging = () => () => {}

/** Whether the page is hydrated: false on the server and in the first render. Until then a form sends nothing. */
export const useIsReady = () =>
  useSyncExternalStore(
    unchanging,
    () => true,
    () => false,
  )

/**
 * Passes on, once, what was typed into a form of an open page before hydration, by field name: a controlled field would lose it. `form` is the
 * form's ref; the form is ready once hydrated, and sends nothing before.
 */
export const useTypedEarly = (adopt: (typed: Typed) => void) => {
  const form = useRef<HTMLFormElement>(null)
  const hand = useEffectEvent(adopt)
  useLayoutEffect(() => {
    const typed = form.current ? typedIn(form.current) : {}
    if (Object.values(typed).some(Boolean)) hand(typed)
  }, [])
  return { form, isReady: useIsReady() }
}

const isChosen = (field: HTMLInputElement) => field.type === 'radio' || field.type === 'checkbox'

/** Restores the stored values. What was typed before hydration stays. */
const giveBack = (form: HTMLFormElement, kept: Typed) => {
  const typed = typedIn(form)
  for (const field of form.querySelectorAll<HTMLInputElement>('input, select, textarea')) {
    const value = kept[field.name]
    if (value === undefined || typed[field.name]) continue
    if (isChosen(field)) field.checked = field.value === value
    else field.value = value
  }
}

/**
 * Stores what is typed into a form of an open page in this browser until it is dropped: for 14 days nothing is lost by a reload, a lost network
 * or a closed tab. `heed` is for the form's `onInput`; call `drop` once the form was received. The form is ready once hydrated.
 */
export const useKeptForm = (name: string, form: RefObject<HTMLFormElement | null>) => {
  const [typed, setTyped] = useState<Typed>({})
  const isReady = useIsReady()
  useEffect(() => {
    const { current } = form
    if (!current) return
    giveBack(current, keptForm(name).read())
    startTransition(() => setTyped(typedIn(current)))
  }, [name, form])
  const heed = () => {
    if (!form.current) return
    const values = typedIn(form.current)
    setTyped(values)
    keptForm(name).keep(values)
  }
  return { typed, heed, drop: () => localStorage.removeItem(keyOf(name)), isReady }
}

/** For a native select: Enter does not submit the form. */
export const enterStays = (event: React.KeyboardEvent<HTMLSelectElement>) => {
  if (event.key === 'Enter') event.preventDefault()
}
