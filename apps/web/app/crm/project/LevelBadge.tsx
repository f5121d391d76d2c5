import { type Level, levelNames, priorityNames } from '@tradewind/contract/crm/project.fields'
import { phrase } from '@tradewind/contract/kit/phrase'
import { useText } from '#kit/text'
import { ChoiceInput } from '#ui/entity/useFieldForm'
import type { FieldProps } from '#ui/form/FormPage'
import { Badge } from '#ui/values/Badge'

const colors = { HIGH: 'red', MEDIUM: 'ink', LOW: 'gray' } as const

/** The names of the levels of a field: a priority is feminine in other languages. */
export const levelNamesOf = (field: string) => (field === 'priority' ? priorityNames : levelNames)

/** The name of no level. */
export const noLevelName = (field: string) => (field === 'priority' ? phrase('None@@priority') : phrase('None@@level'))

/** High, Medium or Low; N/A if it is not set. */
export const LevelBadge = ({ field, level }: { field: string; level: Level | null }) => {
  const t = useText()
  if (!level) return t('N/A')
  return (
    <Badge isUntruncated color={colors[level]}>
      {t(levelNamesOf(field)[level])}
    </Badge>
  )
}

/** Selects High, Medium, Low or nothing. */
export const LevelSelect = (field: FieldProps) => <ChoiceInput {...field} choices={levelNamesOf(field.name)} clearable />
