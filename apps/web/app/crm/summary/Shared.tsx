import { Badge, Group, Text } from '@mantine/core'
import { IconBriefcase, IconUser } from '@tabler/icons-react'
import type { Summary } from '@tradewind/contract/crm/summary.contract'
import { useText } from '#kit/text'

interface SharedProps {
  summary: Pick<Summary, 'sharedWith' | 'sharedWithProjects'>
  /** How many are named; the others are counted. All unless said. */
  most?: number
}

/** The people and projects that a summary is shared with. */
export const Shared = ({ summary: { sharedWith, sharedWithProjects }, most = Infinity }: SharedProps) => {
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
      {all.slice(0, most).map(({ uniqueId, name, icon: Sign }) => (
        <Badge key={uniqueId} color="gray" maw="100%" title={name} leftSection={<Sign size={12} aria-hidden />}>
          {name}
        </Badge>
      ))}
      {all.length > most && (
        <Text size="sm" c="dimmed">
          {t('and {count} more|and {count} more', { count: all.length - most })}
        </Text>
      )}
    </Group>
  )
}
