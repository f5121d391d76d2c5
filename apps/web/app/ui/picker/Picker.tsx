import { MultiSelect, type MultiSelectProps, Select, type SelectProps } from '@mantine/core'
import { labelIn, matching } from '#ui/picker/options'
import { type Prefetch, usePicker } from '#ui/picker/usePicker'

interface OneProps extends Omit<SelectProps, 'multiple' | 'value' | 'onChange' | 'onKeyDownCapture' | 'onFocus' | 'onClick'> {
  value: string | null
  onChange: (value: string | null) => void
  /** How the chosen one is called, where it may be missing from the options. */
  shown?: string
  /** The options still belong to what was typed before. */
  isPending?: boolean
  prefetch?: Prefetch
}

const One = ({ value, onChange, shown, isPending, prefetch, onSearchChange, openOnFocus, ...rest }: OneProps) => {
  const label = labelIn(rest.data, value)
  const keyboard = usePicker({
    value,
    shown: shown ?? label ?? '',
    isPending,
    prefetch,
    onSearch: onSearchChange,
    onEmptied: rest.clearable ? () => onChange(null) : undefined,
  })
  // An empty text is a value only where it is one of the options.
  const chosen = value === '' && label === undefined ? null : value
  return (
    <Select
      filter={matching}
      {...rest}
      {...keyboard}
      {...(openOnFocus !== undefined && { openOnFocus })}
      allowDeselect={false}
      value={chosen}
      onChange={onChange}
    />
  )
}

interface SeveralProps extends Omit<MultiSelectProps, 'multiple' | 'onKeyDownCapture' | 'onFocus' | 'onClick'> {
  /** The options still belong to what was typed before. */
  isPending?: boolean
  prefetch?: Prefetch
}

const Several = ({ isPending, prefetch, onSearchChange, ...rest }: SeveralProps) => {
  const keyboard = usePicker({ shown: '', several: true, isPending, prefetch, onSearch: onSearchChange })
  return <MultiSelect filter={matching} {...rest} {...keyboard} hidePickedOptions clearSearchOnChange />
}

type PickerProps = (OneProps & { multiple?: false }) | (SeveralProps & { multiple: true })

/**
 * A select with a search, used by keyboard alone: `usePicker` says how. With `multiple` several of the options are chosen, and what is chosen is no
 * longer offered.
 */
export const Picker = ({ multiple, ...props }: PickerProps) =>
  multiple ? <Several {...(props as SeveralProps)} /> : <One {...(props as OneProps)} />
