import { Badge, Button, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import type { Failure } from '#kit/api/failure'
import { useText } from '#kit/text'
import { type Decide, type Decision, type InputProps, sentenceOf, type Value } from './decisions.ts'
import { Logo } from './Logo.tsx'
import { Toggle } from './Toggle.tsx'
import { Written } from './Written.tsx'

const Input = (props: InputProps) => {
  const { dataType } = props.decision
  if (dataType === 'BOOLEAN') return <Toggle {...props} />
  return dataType === 'IMAGE' ? <Logo {...props} /> : <Written {...props} />
}

/** The input that a decision is changed by, whether it is the standard, and the way back to that. */
export const Deciding = ({ decision, decide }: { decision: Decision; decide: Decide }) => {
  const t = useText()
  const [failure, setFailure] = useState<Failure | null>(null)
  const [busy, setBusy] = useState(false)
  const onDecide = async (value: Value) => {
    setFailure(null)
    setBusy(true)
    setFailure(await decide(decision.key, value))
    setBusy(false)
  }
  return (
    <Stack gap="xs">
      <Input decision={decision} onDecide={onDecide} error={failure && t(sentenceOf(failure))} busy={busy} />
      <Group gap="xs" mih={26}>
        {decision.isStandard ? (
          <Badge color="gray">{t('Standard')}</Badge>
        ) : (
          <Button variant="subtle" size="compact-sm" disabled={busy} onClick={() => void onDecide(null)}>
            {t('Back to the standard')}
          </Button>
        )}
      </Group>
    </Stack>
  )
}
