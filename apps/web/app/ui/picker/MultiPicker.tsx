import { MultiSelect, type MultiSelectProps } from '@mantine/core'
import { matching } from '#ui/picker/options'
import { type Ahead, usePicker } from '#ui/picker/usePicker'

interface MultiPickerProps extends Omit<MultiSelectProps, 'onKeyDownCapture' | 'onFocus' | 'onClick'> {
  /** The options still belong to what was typed before. */
  isPending?: boolean
  ahead?: Ahead
}

/** Several of the options, used by keyboard alone: `usePicker` says how. What is chosen is no longer offered. */
export const MultiPicker = ({ isPending, ahead, onSearchChange, ...rest }: MultiPickerProps) => {
  const keyboard = usePicker({ shown: '', several: true, isPending, ahead, onSearch: onSearchChange })
  return <MultiSelect filter={matching} {...rest} {...keyboard} hidePickedOptions clearSearchOnChange />
}
