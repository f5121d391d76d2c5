import { MultiSelect, type MultiSelectProps, Select, type SelectProps } from '@mantine/core'
import { labelIn, matching } from '#ui/picker/options'
import { type Ahead, usePicker } from '#ui/picker/usePicker'

interface OneProps extends Omit<SelectProps, 'multiple' | 'value' | 'onChange' | 'onKeyDownCapture' | 'onFocus' | 'onClick'> {
  value: string | null
  onChange: (value: string | null) => void
  /** How the chosen one is called, where it may be missing from the options. */
  shown?: string
  /** The options still belong to what was typed before. */
  isPending?: boolean
  ahead?: Ahead
}

const One = ({ value, onChange, shown, isPending, ahead, onSearchChange, openOnFocus, ...rest }: OneProps) => {
  const label = labelIn(rest.data, value)
  const keyboard = usePicker({
    shown: shown ?? label ?? '',
    isPending,
    ahead,
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
  ahead?: Ahead
}

const Several = ({ isPending, ahead, onSearchChange, ...rest }: SeveralProps) => {
  const keyboard = usePicker({ shown: '', several: true, isPending, ahead, onSearch: onSearchChange })
  return <MultiSelect filter={matching} {...rest} {...keyboard} hidePickedOptions clearSearchOnChange />
}

type PickerProps = (OneProps & { multiple?: false }) | (SeveralProps & { multiple: true })

/**
 * A select with a search, used by keyboard alone: `usePicker` says how. With `multiple` several of the options are chosen, and what is chosen is no
 * longer offered.
 */
export const Picker = ({ multiple, ...props }: PickerProps) =>
  multiple ? <Several {...(props as SeveralProps)} /> : <One {...(props as OneProps)} />
