import { IconUsersGroup } from '@tabler/icons-react'
import { can, type Rules } from '@tradewind/contract/kit/policy'
import { useNavigate } from 'react-router'
import { useArea } from '#kit/area'
import { useActor } from '#kit/session'
import { useText } from '#kit/text'
import { HeaderButton } from '#ui/page/PageHeader'

interface DuplicatesButtonProps {
  kind: 'company' | 'contact'
  policy: { merge: Rules }
}

/** The way from a list to its likely duplicates, for whoever may merge. */
export const DuplicatesButton = ({ kind, policy }: DuplicatesButtonProps) => {
  const t = useText()
  const at = useArea()
  const navigate = useNavigate()
  if (!can(useActor(), policy.merge)) return null
  return (
    <HeaderButton icon={IconUsersGroup} onClick={() => void navigate(at(`${kind}/duplicates`))}>
      {t('Duplicates')}
    </HeaderButton>
  )
}
