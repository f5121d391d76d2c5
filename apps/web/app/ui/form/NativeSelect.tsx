import { InputBase, type InputBaseProps } from '@mantine/core'
import { IconSelector } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import { preventEnterSubmit } from '#kit/browser/storedForm'

type Option = string | { value: string; label: string; disabled?: boolean }

interface SelectProps extends InputBaseProps, Omit<ComponentProps<'select'>, keyof InputBaseProps> {
  data: readonly Option[]
}

/** Mantine's native select without groups of options and its own icon, whose code every list would load. */
export const NativeSelect = ({ data, ...rest }: SelectProps) => (
  <InputBase
    component="select"
    pointer
    rightSection={<IconSelector size={16} color="var(--mantine-color-dimmed)" aria-hidden />}
    rightSectionPointerEvents="none"
    onKeyDown={preventEnterSubmit}
    {...rest}
  >
    {data.map((option) => {
      const { label, ...attributes } = typeof option === 'string' ? { value: option, label: option } : option
      return (
        <option key={attributes.value} {...attributes}>
          {label}
        </option>
      )
    })}
  </InputBase>
)
