import { Alert, Anchor, Button, Checkbox, Group, List, Stack, Switch, Text, Textarea } from '@mantine/core'
import { IconBellRinging, IconSend } from '@tabler/icons-react'
import type { Language } from '@tradewind/contract/kit/language'
import { phrase } from '@tradewind/contract/kit/phrase'
import { MAX_SENTENCE_LENGTH, type TriggerKind } from '@tradewind/contract/trust/campaign.constants'
import { reviewPolicy } from '@tradewind/contract/trust/policies'
import type { ReviewCampaign, ReviewTrigger } from '@tradewind/contract/trust/reviewCampaign.contract'
import { useState } from 'react'
import { Link } from 'react-router'
import { failureOf } from '#kit/api/failure'
import { useCall, useSend } from '#kit/api/query'
import { useArea } from '#kit/area'
import { changesSince } from '#kit/browser/drafts'
import { guard } from '#kit/guard'
import { languageNames, languages, type Translate, useText } from '#kit/text'
import { NativeSelect } from '#ui/form/NativeSelect'
import { NumberField } from '#ui/form/NumberField'
import type { Column } from '#ui/list/columns'
import { Paged, useListing } from '#ui/list/Paged'
import { Rows } from '#ui/list/Rows'
import { Card } from '#ui/page/Card'
import { PageHeader } from '#ui/page/PageHeader'
import { EmptyState, QueryContent } from '#ui/page/states'
import { useToast } from '#ui/page/toast'
import { Badge } from '#ui/values/Badge'
import { dayInSentence, formatDay } from '#ui/values/dates'
import { useFormatCount } from '#ui/values/figures'
import { skipNames } from './audience.filters.ts'

export const handle = { name: phrase('Campaigns') }
export const clientLoader = guard({ rules: reviewPolicy.keep })

const triggerNames: Readonly<Record<TriggerKind, string>> = {
  MEETING_REPORT: phrase('After a meeting'),
  PROJECT_END: phrase('After a project'),
}

const columnsIn = (t: Translate, figure: (value: number) => string): Column<ReviewCampaign>[] => [
  { field: 'dateCreated', head: t('Date Created'), show: ({ dateCreated }) => formatDay(dateCreated), sorts: true },
  {
    field: 'trigger',
    head: t('Asked'),
    show: ({ trigger }) => (trigger ? t(triggerNames[trigger]) : t('By hand')),
    width: '18%',
  },
  { field: 'invited', head: t('Invited'), show: ({ invited }) => figure(invited), figures: true, width: '11%' },
  { field: 'answered', head: t('Answered'), show: ({ answered }) => figure(answered), figures: true, width: '11%' },
  { field: 'reminded', head: t('Reminders sent'), show: ({ reminded }) => figure(reminded), figures: true, width: '14%' },
  {
    field: 'reminders',
    head: t('Automatic reminders'),
    show: ({ reminders }) => (reminders ? t('Yes') : t('No')),
    width: '18%',
  },
  { field: 'isOver', head: t('State'), show: (campaign) => <CampaignStateBadge {...campaign} />, width: '14%' },
]

const CampaignStateBadge = ({ isOver }: ReviewCampaign) => {
  const t = useText()
  return <Badge color={isOver ? 'gray' : 'green'}>{isOver ? t('Ended') : t('Running')}</Badge>
}

/** Campaigns, with their results and reminders. */
export default function CampaignList() {
  const t = useText()
  const figure = useFormatCount()
  const at = useArea()
  const listing = useListing('GET /api/reviewReminder/campaign', { sort: '-dateCreated' })
  const total = listing.list.data?.total
  return (
    <Stack gap="md">
      <PageHeader title={t('Campaigns')} count={total}>
        {total !== undefined && total > 0 && <StartCampaign />}
      </PageHeader>
      <Paged of={listing} empty={<NoCampaigns />}>
        {(rows) => (
          <Rows
            label={t('Campaigns')}
            rows={rows}
            columns={columnsIn(t, figure)}
            linkOf={({ uniqueId }) => at(`campaign/show/${uniqueId}`)}
            {...listing.table}
          />
        )}
      </Paged>
      <Triggers />
    </Stack>
  )
}

/** Leads to the audience list, where customers are chosen and asked. */
const StartCampaign = () => {
  const t = useText()
  const at = useArea()
  return (
    <Button component={Link} to={at('audience/list')} prefetch="intent" leftSection={<IconSend size={16} aria-hidden />}>
      {t('Start a campaign')}
    </Button>
  )
}

const NoCampaigns = () => {
  const t = useText()
  return (
    <EmptyState
      icon={IconBellRinging}
      title={t('No campaigns yet')}
      text={t('Choose customers on your audience list and send them a survey. Then remind here who has not answered.')}
    >
      <StartCampaign />
    </EmptyState>
  )
}

const triggerTitles: Readonly<Record<TriggerKind, string>> = {
  MEETING_REPORT: phrase('Ask for a review after a meeting'),
  PROJECT_END: phrase('Ask for a review after a project'),
}
const triggerDescriptions: Readonly<Record<TriggerKind, string>> = {
  MEETING_REPORT: phrase('Asks everybody who attended, a number of days after the meeting. Only reports that you wrote count.'),
  PROJECT_END: phrase(
    'Asks the main contact of each company, a number of days after the end date. Only projects that you created count.',
  ),
}
const waitingTexts: Readonly<Record<TriggerKind, string>> = {
  MEETING_REPORT: phrase('Days after the meeting'),
  PROJECT_END: phrase('Days after the end of the project'),
}

/** When customers are asked automatically, and who is next. */
const Triggers = () => {
  const read = useCall('GET /api/reviewTrigger/', {}, { refetchOnMount: true })
  return (
    <QueryContent of={read} height={240}>
      {({ triggers }) => (
        <>
          {triggers.map((trigger) => (
            <Trigger key={trigger.kind} trigger={trigger} />
          ))}
        </>
      )}
    </QueryContent>
  )
}

const Trigger = ({ trigger }: { trigger: ReviewTrigger }) => {
  const t = useText()
  const [isOpen, setOpen] = useState(trigger.isOn)
  return (
    <Card title={t(triggerTitles[trigger.kind])} description={t(triggerDescriptions[trigger.kind])}>
      {isOpen || trigger.isOn ? (
        <TriggerForm trigger={trigger} />
      ) : (
        <Group>
          <Text>{t('Nobody is asked automatically.')}</Text>
          <Button
            variant="default"
            onClick={() => setOpen(true)}
            aria-label={t('Set up: {what}', { what: t(triggerTitles[trigger.kind]) })}
          >
            {t('Set up')}
          </Button>
        </Group>
      )}
      {trigger.isOn && <NextRecipients trigger={trigger} />}
    </Card>
  )
}

/** The fields of the form; the days as typed where they are not a number. */
const formFieldsOf = ({ isOn, days, reminders, sentence, language }: ReviewTrigger) => ({
  isOn,
  days: days as number | string,
  reminders,
  sentence: sentence ?? '',
  language,
})

/** The typed fields. Saves only those that were changed: others may have been changed elsewhere meanwhile, and are then shown. */
const useSaveTrigger = (trigger: ReviewTrigger) => {
  const toast = useToast()
  const saving = useSend('PATCH /api/reviewTrigger/', { changes: ['reviewTrigger'] })
  const [saved, setSaved] = useState(() => formFieldsOf(trigger))
  const [fields, setFields] = useState(saved)
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})
  const set = (changes: Partial<typeof fields>) => {
    setFaults({})
    setFields((before) => ({ ...before, ...changes }))
  }
  const save = async () => {
    try {
      const reply = await saving.mutateAsync({ kind: trigger.kind, ...changesSince(saved, fields) })
      toast.reply(reply)
      const current = formFieldsOf(reply.data)
      setSaved(current)
      setFields((typed) => ({ ...current, ...changesSince(fields, typed) }))
    } catch (error) {
      const failure = failureOf(error)
      setFaults(failure.fields)
      if (failure.status !== 422) toast.failure(failure)
    }
  }
  return { fields, faults, set, save, isPending: saving.isPending }
}

const TriggerForm = ({ trigger }: { trigger: ReviewTrigger }) => {
  const t = useText()
  const { fields, faults, set, save, isPending } = useSaveTrigger(trigger)
  const fault = (field: string) => faults[field] && t(faults[field])
  return (
    <Stack>
      <Switch
        label={t('Ask automatically')}
        checked={fields.isOn}
        onChange={(event) => set({ isOn: event.currentTarget.checked })}
      />
      <Group align="flex-start">
        <NumberField
          label={t(waitingTexts[trigger.kind])}
          value={fields.days}
          error={fault('days')}
          onChange={(days) => set({ days })}
          maw={240}
        />
        <NativeSelect
          label={t('Language of the email and the survey')}
          description={t('Contacts whose language is known get the email in that language.')}
          data={[
            { value: '', label: t('Your own language') },
            ...languages.map((value) => ({ value, label: languageNames[value] })),
          ]}
          value={fields.language ?? ''}
          onChange={(event) => set({ language: (event.currentTarget.value || null) as Language | null })}
          maw={320}
        />
      </Group>
      <Textarea
        label={t('Your sentence')}
        description={t('Optional. Shown below the greeting, also in reminders. Plain text without links; it is not translated.')}
        maxLength={MAX_SENTENCE_LENGTH}
        autosize
        minRows={2}
        value={fields.sentence}
        error={fault('sentence')}
        onChange={(event) => set({ sentence: event.currentTarget.value })}
      />
      <Checkbox
        label={t('Automatically remind those who have not answered')}
        checked={fields.reminders}
        onChange={(event) => set({ reminders: event.currentTarget.checked })}
      />
      <Group>
        <Button onClick={() => void save()} loading={isPending}>
          {t('Save')}
        </Button>
      </Group>
    </Stack>
  )
}

/** Who is asked next, on which day; and who would be skipped, and why. */
const NextRecipients = ({ trigger: { next, waiting, since } }: { trigger: ReviewTrigger }) => {
  const t = useText()
  const at = useArea()
  const more = waiting - next.length
  if (waiting === 0)
    return (
      <Text role="status">
        {t('Nobody is due. What ended before {day} is not asked about.', { day: dayInSentence(since ?? '') })}
      </Text>
    )
  return (
    <Alert color="ink" variant="light" title={t('Next')} role="status">
      <List size="sm">
        {next.map(({ contactId, fullName, companyName, about, day, because }) => (
          <List.Item key={`${contactId} ${about} ${day}`} style={{ overflowWrap: 'anywhere' }}>
            {formatDay(day)}
            {t(':')}{' '}
            <Anchor component={Link} to={at(`contact/show/${contactId}`)} inherit>
              {fullName}
            </Anchor>
            {`, ${about === companyName ? companyName : `${companyName}, ${about}`}`}
            {because && ` (${t('not asked: {why}', { why: t(skipNames[because]) })})`}
          </List.Item>
        ))}
        {more > 0 && <List.Item>{t('and {count} more', { count: more })}</List.Item>}
      </List>
    </Alert>
  )
}
