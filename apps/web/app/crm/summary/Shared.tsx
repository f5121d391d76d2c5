import { Group, Text } from '@mantine/core'
import { IconBriefcase, IconUser } from '@tabler/icons-react'
import type { Summary } from '@tradewind/contract/crm/summary.contract'
import { type Translate, useText } from '#kit/text'
import { withoutMarkup } from '#ui/editor/RichText'
import { formatValue } from '#ui/entity/words'
import { Badge } from '#ui/values/Badge'
import { dayInSentence } from '#ui/values/dates'

/** The labels of the fields, in forms and in edit conflicts. */
export const labelsIn = (t: Translate) => ({
  text: t('Summary'),
  sharedWith: t('Shared with users'),
  sharedWithProjects: t('Shared with projects'),
})

const nameIn = (value: unknown) => {
  if (typeof value !== 'object' || value === null) return value
  return 'fullName' in value ? value.fullName : 'name' in value ? value.name : null
}

/** A field's value as text. */
export const formatField = (field: string, value: unknown): string =>
  field === 'text' && typeof value === 'string' ? withoutMarkup(value) : formatValue([value].flat().map(nameIn))

/** The name of a summary: its company and the day of the meeting. */
export const nameOf = ({ company, meetingDate }: Pick<Summary, 'company' | 'meetingDate'>) =>
  `${company.legalName}, ${dayInSentence(meetingDate) || meetingDate}`

const MAX_LENGTH = 750

/** A text over 750 characters, cut to 751; null if it may be shown in full. */
export const truncate = (text: string) =>
  text.length > MAX_LENGTH ? text.slice(0, MAX_LENGTH + 1).replace(/[\ud800-\udbff]$/, '') : null

interface SharedProps {
  summary: Pick<Summary, 'sharedWith' | 'sharedWithProjects'>
  /** How many names are listed; the others are counted. All by default. */
  max?: number
}

/** The people and projects that a summary is shared with. */
export const Shared = ({ summary: { sharedWith, sharedWithProjects }, max = Infinity }: SharedProps) => {
  const t = useText()
  const all = [
    ...sharedWithProjects.map(({ uniqueId, name }) => ({ uniqueId, name, icon: IconBriefcase })),
    ...sharedWith.map(({ uniqueId, fullName }) => ({ uniqueId, name: fullName, icon: IconUser })),
  ]
  if (all.length === 0) return null
  return (
    <Group gap={6} role="group" aria-label={t('Shared with')}>
      <Text size="sm" c="dimmed" aria-hidden>
        {t('Shared with')}
      </Text>
      {all.slice(0, max).map(({ uniqueId, name, icon: Sign }) => (
        <Badge key={uniqueId} color="gray" title={name} icon={<Sign size={12} aria-hidden />}>
          {name}
        </Badge>
      ))}
      {all.length > max && (
        <Text size="sm" c="dimmed">
          {t('and {count} more|and {count} more', { count: all.length - max })}
        </Text>
      )}
    </Group>
  )
}
