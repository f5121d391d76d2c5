import { Group, Stack, Text, Title } from '@mantine/core'
import type { Tenant } from '@tradewind/contract/platform/tenant.contract'
import { type ReactNode, useId } from 'react'
import { useText } from '#kit/text'
import { Badge } from '#ui/values/Badge'
import { useFigure } from '#ui/values/figures'

interface SectionProps {
  title: string
  /** How many there are, beside the title. */
  count?: number | undefined
  /** What can be done here. */
  action?: ReactNode
  children: ReactNode
}

/** A part of a tenant's page under a head of its own. */
export const Section = ({ title, count, action, children }: SectionProps) => {
  const head = useId()
  const figure = useFigure()
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

/** Whether a tenant is in use, and which one is the main account. */
export const StateBadge = ({ deletedAt, isMain }: Pick<Tenant, 'deletedAt' | 'isMain'>) => {
  const t = useText()
  return (
    <Group gap={4}>
      {isMain && <Badge>{t('Main account')}</Badge>}
      {deletedAt ? <Badge color="red">{t('Deleted')}</Badge> : !isMain && <Badge color="green">{t('Active')}</Badge>}
    </Group>
  )
}
