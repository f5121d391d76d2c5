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
export type FormTexts = Readonly<Record<string, string>>

interface StoredForm {
  typed: FormTexts
  /** When, in milliseconds. */
  kept: number
}

const lifetime = 14 * 24 * 3600 * 1000
const keyPrefix = 'form:'
const keyOf = (name: string) => keyPrefix + name

const readUnexpired = (key: string, now: number): FormTexts | undefined => {
  try {
    const { typed, kept } = JSON.parse(localStorage.getItem(key) ?? 'null') as StoredForm
    return now - kept < lifetime ? typed : undefined
  } catch {
    return undefined
  }
}

/** The stored values of an open page's form in this browser. If the storage is full or unavailable nothing is stored; the form works without. */
export const formStorage = (name: string) => ({
  /** The stored values, if younger than 14 days. Deletes expired values of all forms. */
  read: (now = Date.now()): FormTexts => {
    try {
      for (const key of Object.keys(localStorage).filter((one) => one.startsWith(keyPrefix)))
        if (!readUnexpired(key, now)) localStorage.removeItem(key)
    } catch {
      return {}
    }
    return readUnexpired(keyOf(name), now) ?? {}
  },
  keep: (typed: FormTexts, now = Date.now()) => {
    try {
      localStorage.setItem(keyOf(name), JSON.stringify({ typed, kept: now } satisfies StoredForm))
    } catch {
      return
    }
  },
})

const readTexts = (form: HTMLFormElement): FormTexts =>
  Object.fromEntries([...new FormData(form)].filter((field): field is [string, string] => typeof field[1] === 'string'))

const subscribeNever = () => () => {}

/** Whether the page is hydrated: false on the server and in the first render. Until then a form sends nothing. */
export const useIsReady = () =>
  useSyncExternalStore(
    subscribeNever,
    () => true,
    () => false,
  )

/**
 * Passes on, once, what was typed into a form of an open page before hydration, by field name: a controlled field would lose it. `form` is the
 * form's ref; the form is ready once hydrated, and sends nothing before.
 */
export const useEarlyInput = (adopt: (typed: FormTexts) => void) => {
  const form = useRef<HTMLFormElement>(null)
  const onAdopt = useEffectEvent(adopt)
  useLayoutEffect(() => {
    const typed = form.current ? readTexts(form.current) : {}
    if (Object.values(typed).some(Boolean)) onAdopt(typed)
  }, [])
  return { form, isReady: useIsReady() }
}

const isCheckable = (field: HTMLInputElement) => field.type === 'radio' || field.type === 'checkbox'

/** Fills the fields that are empty. What was typed, also before hydration, stays. */
export const fillEmptyFields = (form: HTMLFormElement, values: FormTexts) => {
  const typed = readTexts(form)
  for (const field of form.querySelectorAll<HTMLInputElement>('input, select, textarea')) {
    const value = values[field.name]
    if (value === undefined || typed[field.name]) continue
    if (isCheckable(field)) field.checked = field.value === value
    else field.value = value
  }
}

/**
 * Stores what is typed into a form of an open page in this browser until it is dropped: for 14 days nothing is lost by a reload, a lost network
 * or a closed tab. `storeInput` is for the form's `onInput`; call `drop` once the form was received. The form is ready once hydrated.
 */
export const useStoredForm = (name: string, form: RefObject<HTMLFormElement | null>) => {
  const [typed, setTyped] = useState<FormTexts>({})
  const isReady = useIsReady()
  useEffect(() => {
    const { current } = form
    if (!current) return
    fillEmptyFields(current, formStorage(name).read())
    startTransition(() => setTyped(readTexts(current)))
  }, [name, form])
  const storeInput = () => {
    if (!form.current) return
    const values = readTexts(form.current)
    setTyped(values)
    formStorage(name).keep(values)
  }
  return { typed, storeInput, drop: () => localStorage.removeItem(keyOf(name)), isReady }
}

/** For a native select: Enter does not submit the form. */
export const preventEnterSubmit = (event: React.KeyboardEvent<HTMLSelectElement>) => {
  if (event.key === 'Enter') event.preventDefault()
}
