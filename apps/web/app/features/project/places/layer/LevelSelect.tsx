import { Select } from '@mantine/core'
import { useText } from '#kit/text'
import type { FieldProps } from '#ui/form/FormPage'
import { levelNames } from '../../project.words.ts'

/** High, Medium, Low or nothing. */
export const LevelSelect = (field: FieldProps) => {
  const t = useText()
  return (
    <Select
      {...field}
      value={typeof field.value === 'string' ? field.value : null}
      data={Object.entries(levelNames).map(([value, name]) => ({ value, label: t(name) }))}
      clearable
    />
  )
}
