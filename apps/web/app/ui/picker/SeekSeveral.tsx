import type { MultiSelectProps } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { ListRoute, RowOf } from '#kit/api/calls'
import { type Source, Unfetched, useOffer, useSought } from '#ui/picker/Offer'
import { bestFirst, NEW } from '#ui/picker/options'
import { Picker } from '#ui/picker/Picker'

interface SeekSeveralProps<R extends ListRoute, T>
  extends
    Source<R>,
    Omit<MultiSelectProps, 'multiple' | 'data' | 'value' | 'onChange' | 'onKeyDownCapture' | 'onFocus' | 'onClick'> {
  /** What is kept of a record that is chosen. */
  refOf: (row: RowOf<R>) => T
  nameOf: (ref: T) => string
  /** What is chosen; nothing unless given. */
  value?: readonly T[]
  onChange: (chosen: T[]) => void
  /** Makes one that is missing, of what was typed. */
  onNew?: ((words: string) => void) | undefined
  /** The id of a record that is not offered. */
  except?: string
  /** Stands below where there are none to choose from. */
  none?: ReactNode
}

/** Several of the records of a list, found on the server by what is typed. What is chosen stays until it is taken out. */
export const SeekSeveral = <R extends ListRoute, T extends { uniqueId: string }>(props: SeekSeveralProps<R, T>) => {
  const { route, asked, by, enabled, refOf, nameOf, value = [], onChange, onNew, except, none, ...rest } = props
  const [typed, setTyped] = useState('')
  const sought = useSought({ route, asked, by, enabled }, typed)
  const found = sought.rows.map(refOf).filter(({ uniqueId }) => uniqueId !== except)
  const known = new Map([...value, ...found].map((ref) => [ref.uniqueId, ref]))
  const offer = useOffer(
    sought,
    [...known.values()].map((ref) => ({ value: ref.uniqueId, label: nameOf(ref) })),
    onNew && typed.trim(),
  )
  const prefetch = async (now: string) => {
    const taken = new Set([except, ...value.map(({ uniqueId }) => uniqueId)])
    const free = (await sought.seek(now)).map(refOf).filter(({ uniqueId }) => !taken.has(uniqueId))
    const [first] = bestFirst(free, nameOf, now)
    return first ? () => onChange([...value, first]) : null
  }
  return (
    <div>
      <Picker
        multiple
        {...offer}
        {...rest}
        value={value.map(({ uniqueId }) => uniqueId)}
        onChange={(ids) => (ids.includes(NEW) ? onNew?.(typed.trim()) : onChange(ids.flatMap((id) => known.get(id) ?? [])))}
        onSearchChange={setTyped}
        prefetch={prefetch}
      />
      <Unfetched failure={sought.failure} onRetry={sought.retry} />
      {sought.isNone && none}
    </div>
  )
}
