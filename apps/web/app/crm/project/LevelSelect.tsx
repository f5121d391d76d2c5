import { useText } from '#kit/text'
import type { FieldProps } from '#ui/form/FormPage'
import { Picker } from '#ui/picker/Picker'
import { levelNames } from './project.words.ts'

/** High, Medium, Low or nothing. */
export const LevelSelect = (field: FieldProps) => {
  const t = useText()
  return (
    <Picker
      {...field}
      value={typeof field.value === 'string' ? field.value : null}
      data={Object.entries(levelNames).map(([value, name]) => ({ value, label: t(name) }))}
      clearable
    />
  )
}
