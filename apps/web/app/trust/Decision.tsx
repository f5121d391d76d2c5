import { Button, Group, NativeSelect, Radio, Stack, Text, Textarea } from '@mantine/core'
import type { CaseDetails } from '@tradewind/contract/trust/reviewCase.contract'
import { removalNames, removalReasons, type RemovalReason } from '@tradewind/contract/trust/reviewCase.words'
import { type SubmitEvent, useState } from 'react'
import { type Failure, failureOf } from '#kit/api/failure'
import { useSend } from '#kit/api/query'
import { useText } from '#kit/text'
import { useDraft } from '#trust/useDraft'
import { Card } from '#ui/page/Card'
import { ErrorSummary } from '#ui/page/ErrorSummary'
import { useToast } from '#ui/page/toast'

type Choice = 'KEPT' | 'REMOVED'

/** Keeps the words, or takes them from the public page for a reason that it says. */
export const Decision = ({ found }: { found: CaseDetails }) => {
  const t = useText()
  const toast = useToast()
  const { uniqueId, state, answers } = found
  const decide = useSend('POST /api/reviewCase/:uniqueId/decide', { changes: ['reviewCase'] })
  const [decision, setDecision] = useState<Choice>(state === 'REMOVED' ? 'REMOVED' : 'KEPT')
  const [reason, setReason] = useState<RemovalReason | ''>(found.decidedBecause ?? found.reason ?? '')
  const note = useDraft(`reviewCase/${uniqueId}`, found.decisionNote ?? '')
  const failure = decide.error && failureOf(decide.error)
  const hasWords = answers.some(({ remark }) => remark !== null)
  const isRemoval = decision === 'REMOVED'
  const save = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const sent = { uniqueId, decision, note: note.text, ...(isRemoval && reason && { reason }) }
    const reply = await decide.mutateAsync(sent).catch(() => null) // what is wrong stands above the form
    if (!reply) return
    note.settle(note.text, note.text)
    toast.reply(reply)
  }
  return (
    <Card
      title={t('Decision')}
      about={t('Whatever you decide, the stars count as before. The company and the audit trail are told.')}
    >
      <form noValidate onSubmit={(event) => void save(event)}>
        <Stack gap="md" maw={560}>
          {failure && <ErrorSummary failure={failure} labels={{ reason: t('Reason'), note: t('Note') }} />}
          <Radio.Group
            label={t('What happens to the words')}
            value={decision}
            onChange={(value) => setDecision(value === 'REMOVED' ? value : 'KEPT')}
          >
            <Stack gap="xs" mt="xs">
              <Radio value="KEPT" label={t('Keep them on the public page')} />
              <Radio value="REMOVED" label={t('Remove them from the public page')} disabled={!hasWords} />
            </Stack>
          </Radio.Group>
          {!hasWords && <Text c="dimmed">{t('None of these answers has public words.')}</Text>}
          {isRemoval && <Reason reason={reason} failure={failure} onChange={setReason} />}
          <Textarea
            id="note"
            label={t('Note')}
            description={t('For the audit trail.')}
            autosize
            minRows={2}
            maxLength={2000}
            value={note.text}
            error={failure?.fields['note'] && t(failure.fields['note'])}
            onChange={(event) => note.type(event.currentTarget.value)}
          />
          <Group>
            <Button type="submit" loading={decide.isPending}>
              {t('Save decision')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Card>
  )
}

interface ReasonProps {
  reason: RemovalReason | ''
  failure: Failure | null
  onChange: (reason: RemovalReason | '') => void
}

const Reason = ({ reason, failure, onChange }: ReasonProps) => {
  const t = useText()
  return (
    <NativeSelect
      id="reason"
      label={t('Reason')}
      description={t('The public page says it.')}
      required
      value={reason}
      error={failure?.fields['reason'] && t(failure.fields['reason'])}
      onChange={(event) => onChange(removalReasons.find((one) => one === event.currentTarget.value) ?? '')}
      data={[
        { value: '', label: t('Choose a reason') },
        ...removalReasons.map((one) => ({ value: one, label: t(removalNames[one]) })),
      ]}
    />
  )
}
