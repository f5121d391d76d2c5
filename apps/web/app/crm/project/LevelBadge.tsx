import { type Level, levelNames } from '@tradewind/contract/crm/project.fields'
import { useText } from '#kit/text'
import { ChoiceInput } from '#ui/entity/useFieldForm'
import type { FieldProps } from '#ui/form/FormPage'
import { Badge } from '#ui/values/Badge'

const colors = { HIGH: 'red', MEDIUM: 'ink', LOW: 'gray' } as const

/** High, Medium or Low; N/A if it is not set. */
export const LevelBadge = ({ level }: { level: Level | null }) => {
  const t = useText()
  if (!level) return t('N/A')
  return (
    <Badge isUntruncated color={colors[level]}>
      {t(levelNames[level])}
    </Badge>
  )
}

/** Selects High, Medium, Low or nothing. */
export const LevelSelect = (field: FieldProps) => <ChoiceInput {...field} choices={levelNames} clearable />
