import { Text } from '@mantine/core'
import type { InvitationState } from '@tradewind/contract/trust/review.words'
import { useText } from '#kit/text'
import { Badge } from '#ui/values/Badge'
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

interface LetterStateProps {
  state: InvitationState
  problem: string | null
  /** A mail server told that it came back. */
  bounced?: boolean
}

/** What has become of an invitation or a reminder in a word, and why, where something is wrong. */
export const LetterState = ({ state, problem, bounced = false }: LetterStateProps) => {
  const t = useText()
  const name = bounced ? t('Came back') : t(stateNames[state])
  return (
    <>
      <Badge color={bounced ? 'red' : colors[state]} title={name}>
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
