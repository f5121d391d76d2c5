import { levelNames } from '@tradewind/contract/crm/project/project.fields'
import { ChoiceInput } from '#ui/entity/FieldInput'
import type { FieldProps } from '#ui/form/FormPage'

/** High, Medium, Low or nothing. */
export const LevelSelect = (field: FieldProps) => <ChoiceInput {...field} choices={levelNames} clearable />
