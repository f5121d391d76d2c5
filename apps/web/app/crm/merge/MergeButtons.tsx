import { Button } from '@mantine/core'
import { IconArrowsJoin2, IconUsersGroup } from '@tabler/icons-react'
import { MAX_MERGED } from '@tradewind/contract/crm/bulk/merge.constants'
import { can, type Rules } from '@tradewind/contract/kit/policy'
import { Link } from 'react-router'
import { pathOf, useArea } from '#kit/area'
import { useActor } from '#kit/session'
import { useText } from '#kit/text'
import { HeaderButton } from '#ui/page/PageHeader'
import type { MergeKind } from './mergeRecords.tsx'

interface DuplicatesButtonProps {
  kind: 'company' | 'contact'
  policy: { merge: Rules }
}

/** Links from a list to its likely duplicates, for users who may merge. */
export const DuplicatesButton = ({ kind, policy }: DuplicatesButtonProps) => {
  const t = useText()
  const at = useArea()
  if (!can(useActor(), policy.merge)) return null
  return (
    <HeaderButton component={Link} to={at(`${kind}/duplicates`)} prefetch="intent" icon={IconUsersGroup}>
      {t('Duplicates')}
    </HeaderButton>
  )
}

interface MergePickedProps {
  kind: MergeKind
  policy: { merge: Rules }
  records: readonly { uniqueId: string }[]
}

/** Merges the selected records: two or more, all of which the actor may change and delete. */
export const MergePicked = ({ kind, policy, records }: MergePickedProps) => {
  const t = useText()
  const at = useArea()
  const actor = useActor()
  if (records.length < 2 || records.length > MAX_MERGED) return null
  if (!records.every((record) => can(actor, policy.merge, record))) return null
  const ids = records.map(({ uniqueId }) => uniqueId)
  return (
    <Button
      component={Link}
      to={at(pathOf(kind, `merge?records=${ids.join()}`))}
      size="compact-sm"
      variant="light"
      leftSection={<IconArrowsJoin2 size={16} aria-hidden />}
    >
      {t('Merge')}
    </Button>
  )
}
