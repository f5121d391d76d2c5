import { Group, Stack, Text, Title } from '@mantine/core'
import type { Tenant } from '@tradewind/contract/platform/tenant.contract'
import { type ReactNode, useId } from 'react'
import { useText } from '#kit/text'
import { Badge } from '#ui/values/Badge'
import { useFormatCount } from '#ui/values/figures'

interface SectionProps {
  title: string
  /** The number next to the title. */
  count?: number | undefined
  /** The action of the section. */
  action?: ReactNode
  children: ReactNode
}

/** A section of a tenant's page with a heading of its own. */
export const Section = ({ title, count, action, children }: SectionProps) => {
  const head = useId()
  const figure = useFormatCount()
  return (
    <Stack component="section" gap="sm" aria-labelledby={head}>
      <Group justify="space-between">
        <Group gap="xs" align="baseline">
          <Title order={2} size="h4" id={head}>
            {title}
          </Title>
          {count !== undefined && <Text c="dimmed">{figure(count)}</Text>}
        </Group>
        {action}
      </Group>
      {children}
    </Stack>
  )
}

/** Whether a tenant is in use, and whether it is the main account. */
export const StateBadge = ({ deletedAt, isMain }: Pick<Tenant, 'deletedAt' | 'isMain'>) => {
  const t = useText()
  return (
    <Group gap={4}>
      {isMain && <Badge>{t('Main account')}</Badge>}
      {deletedAt ? <Badge color="red">{t('Deleted')}</Badge> : !isMain && <Badge color="green">{t('Active')}</Badge>}
    </Group>
  )
}
