import { Badge, Group } from '@mantine/core'
import type { Tenant } from '@tradewind/contract/platform/tenant.contract'
import { useText } from '#kit/text'

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
