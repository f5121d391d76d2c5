import { Badge, Text } from '@mantine/core'
import type { Invitation } from '@tradewind/contract/trust/review.fields'
import { useText } from '#kit/text'
import { Clip } from '#ui/values/Clip'
import { stateNames } from './invitation.words.ts'

const colors = {
  QUEUED: 'gray',
  SENDING: 'gray',
  SENT: 'ink',
  UNCERTAIN: 'signal',
  FAILED: 'red',
  ANSWERED: 'green',
  EXPIRED: 'gray',
} as const

/** What has become of an invitation in a word, and why, where something is wrong. */
export const State = ({ invitationStatus, problem }: Pick<Invitation, 'invitationStatus' | 'problem'>) => {
  const t = useText()
  const name = t(stateNames[invitationStatus])
  return (
    <>
      <Badge color={colors[invitationStatus]} maw="100%" title={name}>
        {name}
      </Badge>
      {problem && (
        <Text component="div" size="sm" c="dimmed">
          <Clip>{t(problem)}</Clip>
        </Text>
      )}
    </>
  )
}
