import { useEffect, useRef, useState } from 'react'
import type { Failure } from '#kit/api/failure'
import { useText } from '#kit/text'
import type { FieldProps } from '#ui/form/FormPage'
import { givenBy } from '#ui/form/useRecordForm'

export interface PartFaults {
  /** What is wrong with a field, by its path: `summaries.0.text`. Null where nothing is. */
  of: (path: string) => string | null
  /** Forgets what was wrong with a field, or with all within a part. */
  forget: (path: string) => void
}

/** What the server had against the parts of a form. What is typed over is no longer wrong. */
export const usePartFaults = (failure: Failure | null): PartFaults => {
  const t = useText()
  const [forgotten, setForgotten] = useState<{ failure: Failure | null; paths: readonly string[] }>({ failure: null, paths: [] })
  const paths = forgotten.failure === failure ? forgotten.paths : []
  const isForgotten = (path: string) => paths.some((one) => path === one || path.startsWith(`${one}.`))
  return {
    of: (path) => {
      const sentence = failure?.fields[path]
      return sentence && !isForgotten(path) ? t(sentence) : null
    },
    forget: (path) => setForgotten({ failure, paths: [...paths, path] }),
  }
}

export interface Part<T> {
  /** `summaries.0` */
  path: string
  value: T
  onChange: (value: T) => void
  faults: PartFaults
}

/** Gives the inputs of a part what they need to be its fields, as a form does for its own. */
export const fieldsOf =
  <T extends object>({ path, value, onChange, faults }: Part<T>) =>
  (name: keyof T & string, label: string, required = false): FieldProps => ({
    id: `${path}.${name}`,
    name: `${path}.${name}`,
    label,
    required,
    value: value[name],
    onChange: (given) => {
      faults.forget(`${path}.${name}`)
      onChange({ ...value, [name]: givenBy(given) })
    },
    error: faults.of(`${path}.${name}`),
  })

/** Puts the focus into an item that was just added: on its first field. */
export const useFocusWhenAdded = (isAdded: boolean) => {
  const element = useRef<HTMLFieldSetElement>(null)
  useEffect(() => {
    if (isAdded) element.current?.querySelector<HTMLElement>('[data-autofocus], input, textarea')?.focus()
  }, [isAdded])
  return element
}

interface Keyed {
  key: string
}

interface ItemsProps<T> {
  path: string
  items: readonly T[]
  onChange: (items: T[]) => void
  faults: PartFaults
}

/** The items of a list of a form: changed, added with the focus in it, taken out with an Undo where something was typed. */
export const useItems = <T extends Keyed>({ path, items, onChange, faults }: ItemsProps<T>) => {
  const [added, setAdded] = useState('')
  // What is typed until something is put back stays.
  const latest = useRef({ items, onChange })
  useEffect(() => {
    latest.current = { items, onChange }
  })
  return {
    added,
    add: (item: T) => {
      setAdded(item.key)
      onChange([...items, item])
    },
    change: (item: T) => onChange(items.map((one) => (one.key === item.key ? item : one))),
    /** Gives what puts it back. */
    remove: ({ key }: T) => {
      faults.forget(path)
      const at = items.findIndex((one) => one.key === key)
      const gone = items[at]!
      onChange(items.filter((one) => one.key !== key))
      return () => {
        const { items: now, onChange: put } = latest.current
        put([...now.slice(0, at), gone, ...now.slice(at)])
      }
    },
  }
}
