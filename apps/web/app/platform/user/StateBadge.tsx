import { Badge, Text } from '@mantine/core'
import type { User } from '@tradewind/contract/platform/user.contract'
import { useText } from '#kit/text'
import { stateNames } from './user.words.ts'

const colors = { INVITED: 'ink', INVITATION_EXPIRED: 'signal', DEACTIVATED: 'gray' } as const

/** How far an account has come. What is in use needs no badge. */
export const StateBadge = ({ state }: Pick<User, 'state'>) => {
  const t = useText()
  const name = t(stateNames[state])
  if (state === 'ACTIVE')
    return (
      <Text span inherit c="dimmed">
        {name}
      </Text>
    )
  return (
    <Badge color={colors[state]} maw="100%" title={name}>
      {name}
    </Badge>
  )
}
