import { Anchor, Button, Group, Radio, Stack, Text, Textarea } from '@mantine/core'
import { phrase } from '@tradewind/contract/kit/phrase'
import { reviewPolicy } from '@tradewind/contract/trust/policies'
import { caseNames, removalNames, type RemovalReason, removalReasons } from '@tradewind/contract/trust/reviewCase.constants'
import type { CaseDetails } from '@tradewind/contract/trust/reviewCase.contract'
import { type SubmitEvent, useState } from 'react'
import { Link, useParams } from 'react-router'
import { type Failure, failureOf } from '#kit/api/failure'
import { useCachedAnswer, useCall, useSend } from '#kit/api/query'
import { guard } from '#kit/guard'
import { useText } from '#kit/text'
import { NativeSelect } from '#ui/form/NativeSelect'
import { ErrorSummary } from '#ui/form/notices'
import { useDraft } from '#ui/form/useStoredDraft'
import { Card } from '#ui/page/Card'
import { PageHeader } from '#ui/page/PageHeader'
import { QueryContent } from '#ui/page/states'
import { useToast } from '#ui/page/toast'
import { Day } from '#ui/values/Day'
import { CaseStateBadge } from './CaseList.tsx'
import { Stars } from './Stars.tsx'
import styles from './results/remarks.module.css'

export const handle = { name: phrase('Reported review') }
export const clientLoader = guard({ rules: reviewPolicy.decide })

/** A reported remark, or answers that look made up, and the decision on them. */
export default function CaseShow() {
  const t = useText()
  const { uniqueId = '' } = useParams()
  const read = useCall('GET /api/reviewCase/:uniqueId', { uniqueId }, { refetchOnMount: true })
  const found = read.data
  const trail = [{ text: t('Reported reviews'), path: 'reviewCases' }]
  return (
    <Stack gap="lg">
      <PageHeader title={found ? t(caseNames[found.kind]) : t('Reported review')} trail={trail} loading={!found && !read.error}>
        {found && <CaseStateBadge state={found.state} />}
      </PageHeader>
      <QueryContent of={read} height={320}>
        {(one) => (
          <>
            <CaseReport found={one} />
            <Answers found={one} />
            <Decision key={`${one.uniqueId} ${one.decidedAt}`} found={one} />
          </>
        )}
      </QueryContent>
    </Stack>
  )
}

const CaseReport = ({ found: { kind, companyId, companyName, count, reason, note, dateCreated } }: { found: CaseDetails }) => {
  const t = useText()
  return (
    <Card title={t('What was noticed')}>
      <Stack gap={4}>
        <Text style={{ overflowWrap: 'anywhere' }}>
          <Anchor component={Link} to={`/company/${companyId}`}>
            {companyName}
          </Anchor>
          {' · '}
          <Day at={dateCreated} />
        </Text>
        <Text>
          {kind === 'REPORT'
            ? t('Reported once|Reported {count} times', { count })
            : t('{count} answer|{count} answers', { count })}
          {reason && `: ${t(removalNames[reason])}`}
        </Text>
        {note && <p className={styles.remark}>{note}</p>}
        {kind !== 'REPORT' && (
          <Text c="dimmed">
            {t('This may be a coincidence: a stand at a fair is one network, and satisfied customers use the same words.')}
          </Text>
        )}
      </Stack>
    </Card>
  )
}

const Answers = ({ found: { answers } }: { found: CaseDetails }) => {
  const t = useText()
  return (
    <Card
      title={t('Answers')}
      description={t('Only what everybody may know is shown: words that are not public stay with the company.')}
    >
      {answers.length === 0 && <Text>{t('These answers are no longer there.')}</Text>}
      <Stack gap="md" component="ul" style={{ listStyle: 'none', padding: 0, margin: 0 }}>
        {answers.map(({ uniqueId, date, score, viaLink, contact, remark, removed }) => (
          <li key={uniqueId}>
            <Stack gap={2}>
              <Stars score={score} size={16} />
              <Text size="sm" c="dimmed">
                {contact && `${contact.firstName} ${contact.lastName} · `}
                <Day at={date} /> · {viaLink ? t('By link') : t('By invitation')}
              </Text>
              {remark && <p className={styles.remark}>{remark}</p>}
              {removed && <Text size="sm">{t('Removed from the page: {reason}', { reason: t(removalNames[removed]) })}</Text>}
            </Stack>
          </li>
        ))}
      </Stack>
    </Card>
  )
}

type Choice = 'KEPT' | 'REMOVED'

/** Keeps the words, or removes them from the public page for a reason. */
const Decision = ({ found }: { found: CaseDetails }) => {
  const t = useText()
  const toast = useToast()
  const { uniqueId, state, answers } = found
  const decide = useSend('POST /api/reviewCase/:uniqueId/decide', { changes: ['reviewCase'] })
  const shown = useCachedAnswer('GET /api/reviewCase/:uniqueId', { uniqueId })
  const [decision, setDecision] = useState<Choice>(state === 'REMOVED' ? 'REMOVED' : 'KEPT')
  const [reason, setReason] = useState<RemovalReason | ''>(found.decidedBecause ?? found.reason ?? '')
  const note = useDraft(`reviewCase/${uniqueId}`, found.decisionNote ?? '')
  const failure = decide.error && failureOf(decide.error)
  const hasWords = answers.some(({ remark }) => remark !== null)
  const isRemoval = decision === 'REMOVED'
  const save = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { decidedAt } = found
    const input = { uniqueId, decision, note: note.text, decidedAt, ...(isRemoval && reason && { reason }) }
    const reply = await decide.mutateAsync(input).catch(async (error: unknown) => {
      // Other errors are shown above the form, which a newer decision replaces.
      if (failureOf(error).status !== 409) return null
      toast.failure(failureOf(error))
      await shown.refresh()
      return null
    })
    if (!reply) return
    note.settle(note.text, note.text)
    toast.reply(reply)
  }
  return (
    <Card
      title={t('Decision')}
      description={t(
        'Whatever you decide, the stars count as before. The company is notified, and the decision is recorded in the audit trail.',
      )}
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
      description={t('Shown on the public page.')}
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
