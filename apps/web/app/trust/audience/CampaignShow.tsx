import { Anchor, Button, List, ScrollArea, SimpleGrid, Stack, Switch, Text } from '@mantine/core'
import { IconBellRinging, IconPlayerStop } from '@tabler/icons-react'
import { phrase } from '@tradewind/contract/kit/phrase'
import { reviewPolicy } from '@tradewind/contract/trust/policies'
import type { CampaignOutlook, ReviewReminder } from '@tradewind/contract/trust/reviewCampaign.contract'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { failureOf } from '#kit/api/failure'
import { useCall, useSend } from '#kit/api/query'
import { useArea } from '#kit/area'
import { guard } from '#kit/guard'
import { type Translate, useText } from '#kit/text'
import { ButtonRow } from '#ui/dialog/ButtonRow'
import { confirm } from '#ui/dialog/confirm'
import { Dialog } from '#ui/dialog/Dialog'
import type { Column } from '#ui/list/columns'
import { Paged, useListing } from '#ui/list/Paged'
import { Rows } from '#ui/list/Rows'
import { Card } from '#ui/page/Card'
import { HeaderButton, PageHeader } from '#ui/page/PageHeader'
import { QueryContent } from '#ui/page/states'
import { useToast } from '#ui/page/toast'
import { Clip } from '#ui/values/Clip'
import { dayInSentence, formatDay } from '#ui/values/dates'
import { Day } from '#ui/values/Day'
import { useFormatCount } from '#ui/values/figures'
import { InvitationRows, LetterState, reminderSkipNames } from './InvitationRows.tsx'

export const handle = { name: phrase('Campaign') }
export const clientLoader = guard({ rules: reviewPolicy.keep })

/** A campaign: its results, whom it asked, the reminders sent and due, and reminding by hand. */
export default function CampaignShow() {
  const t = useText()
  const { uniqueId = '' } = useParams()
  const read = useCall('GET /api/reviewReminder/campaign/:uniqueId', { uniqueId }, { refetchOnMount: true })
  const campaign = read.data
  const trail = [{ text: t('Campaigns'), path: 'campaigns' }]
  const title = campaign ? t('Campaign of {day}', { day: formatDay(campaign.dateCreated) ?? '' }) : t('Campaign')
  return (
    <Stack gap="lg">
      <PageHeader title={title} trail={trail} loading={!campaign && !read.error}>
        {campaign && !campaign.isOver && <Actions campaign={campaign} />}
      </PageHeader>
      <QueryContent of={read} height={320}>
        {(found) => (
          <>
            <Figures campaign={found} />
            <AutomaticReminders campaign={found} />
            {found.bounced.length > 0 && <BouncedLetters bounced={found.bounced} />}
            {found.sentence && <SentenceQuote sentence={found.sentence} />}
          </>
        )}
      </QueryContent>
      {campaign && <InvitedContacts campaignId={uniqueId} />}
      {campaign && <SentReminders campaignId={uniqueId} />}
    </Stack>
  )
}

const Actions = ({ campaign }: { campaign: CampaignOutlook }) => {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  const toast = useToast()
  const ending = useSend('POST /api/reviewReminder/campaign/:uniqueId/end')
  const end = async () => {
    const question = {
      title: t('End this campaign?'),
      text: t('Whoever has not answered can no longer do so, and nobody is reminded. Answers stay.'),
      confirmLabel: t('End campaign'),
    }
    if (!(await confirm(question))) return
    await ending.mutateAsync({ uniqueId: campaign.uniqueId }).then(
      (reply) => toast.reply(reply),
      (error: unknown) => toast.failure(failureOf(error)),
    )
  }
  return (
    <>
      <HeaderButton icon={IconPlayerStop} onClick={() => void end()} loading={ending.isPending}>
        {t('End campaign')}
      </HeaderButton>
      <Button
        variant={campaign.remindable > 0 ? 'filled' : 'default'}
        leftSection={<IconBellRinging size={16} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {t('Remind ({count})', { count: campaign.remindable })}
      </Button>
      <RemindDialog opened={isOpen} campaign={campaign} onClose={() => setOpen(false)} />
    </>
  )
}

const Figures = ({ campaign: { invited, answered, reminded } }: { campaign: CampaignOutlook }) => {
  const t = useText()
  return (
    <SimpleGrid cols={{ base: 1, xs: 3 }}>
      <Figure label={t('Invited')} value={invited} />
      <Figure label={t('Answered')} value={answered} />
      <Figure label={t('Reminders sent')} value={reminded} />
    </SimpleGrid>
  )
}

const Figure = ({ label, value }: { label: string; value: number }) => {
  const figure = useFormatCount()
  return (
    <div role="group" aria-label={label}>
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      <Text fz="xl" fw={600}>
        {figure(value)}
      </Text>
    </div>
  )
}

/** Contacts whose letter bounced. Their addresses get no more mails. */
const BouncedLetters = ({ bounced }: Pick<CampaignOutlook, 'bounced'>) => {
  const t = useText()
  const at = useArea()
  return (
    <Card
      title={t('Came back ({count})', { count: bounced.length })}
      description={t('These addresses do not accept email. Correct them at the contacts, and ask again with a new campaign.')}
    >
      <ScrollArea.Autosize mah={280} viewportProps={{ tabIndex: 0 }}>
        <List>
          {bounced.map(({ uniqueId, contactId, fullName, email }) => (
            <List.Item key={uniqueId} style={{ overflowWrap: 'anywhere' }}>
              <Anchor component={Link} to={at(`contact/show/${contactId}`)} inherit>
                {fullName}
              </Anchor>
              {', '}
              {email}
            </List.Item>
          ))}
        </List>
      </ScrollArea.Autosize>
    </Card>
  )
}

const SentenceQuote = ({ sentence }: { sentence: string }) => {
  const t = useText()
  return (
    <Card title={t('Your sentence')} description={t('In all emails of this campaign, below the greeting.')}>
      <Text style={{ overflowWrap: 'anywhere' }}>{sentence}</Text>
    </Card>
  )
}

/** Whether the campaign sends reminders automatically, and the next date. */
const AutomaticReminders = ({ campaign }: { campaign: CampaignOutlook }) => {
  const t = useText()
  const toast = useToast()
  const change = useSend('PATCH /api/reviewReminder/campaign/:uniqueId', { changes: ['reviewReminder'] })
  const { uniqueId, reminders, isOver } = campaign
  const choose = (enabled: boolean) =>
    change.mutateAsync({ uniqueId, reminders: enabled }).then(
      (reply) => toast.reply(reply),
      (error: unknown) => toast.failure(failureOf(error)),
    )
  return (
    <Card
      title={t('Automatic reminders')}
      description={t('After 7 and after 21 days, to whoever has not answered. Two at most.')}
    >
      <Switch
        label={t('Automatically remind those who have not answered')}
        checked={change.isPending ? change.variables.reminders === true : reminders}
        disabled={isOver}
        onChange={(event) => void choose(event.currentTarget.checked)}
      />
      <Text role="status">{useNextReminderText(campaign)}</Text>
    </Card>
  )
}

const useNextReminderText = ({ reminders, remindersAllowed, isOver, next }: CampaignOutlook) => {
  const t = useText()
  if (isOver) return t('This campaign has ended. Nobody is reminded any more.')
  if (reminders && !remindersAllowed) return t('Your administrator has switched off automatic reminders. You can remind by hand.')
  if (!reminders) return t('Nobody is reminded unless you do so.')
  if (!next) return t('Nobody is left to be reminded automatically.')
  const values = { count: next.count, day: dayInSentence(next.at) }
  return t('Next, on {day}: {count} customer is reminded.|Next, on {day}: {count} customers are reminded.', values)
}

/** The contacts that it asked, and what became of each invitation. */
const InvitedContacts = ({ campaignId }: { campaignId: string }) => {
  const t = useText()
  const at = useArea()
  const listing = useListing('GET /api/review/', { sort: 'lastName', fixedInput: { campaignId } })
  return (
    <Card title={t('Invited contacts')}>
      <Paged of={listing} empty={<Text c="dimmed">{t('Nobody has been invited yet')}</Text>}>
        {(rows) => (
          <InvitationRows
            label={t('Invited contacts')}
            rows={rows}
            without={['email', 'dateCreated']}
            linkOf={({ contactId }) => at(`contact/show/${contactId}`)}
            {...listing.table}
          />
        )}
      </Paged>
    </Card>
  )
}

const columnsIn = (t: Translate): Column<ReviewReminder>[] => [
  {
    field: 'lastName',
    head: t('Name'),
    show: ({ firstName, lastName }) => (
      <Clip>
        {firstName} {lastName}
      </Clip>
    ),
  },
  {
    field: 'dateCreated',
    head: t('Date'),
    show: ({ dateCreated }) => <Day at={dateCreated} precise />,
    sorts: true,
    width: '20%',
  },
  {
    field: 'number',
    head: t('Reminder'),
    show: ({ number }) => (number === 1 ? t('First') : t('Second')),
    width: '14%',
  },
  {
    field: 'isAutomatic',
    head: t('Sent by'),
    show: ({ isAutomatic }) => (isAutomatic ? t('Automatic') : t('By hand')),
    width: '14%',
  },
  {
    field: 'state',
    head: t('State'),
    show: ({ state, problem }) => <LetterState state={state} problem={problem} />,
    width: '28%',
  },
]

const card = { title: ({ firstName, lastName }: ReviewReminder) => `${firstName} ${lastName}`, titleFields: ['lastName'] }

/** The reminders that were sent, and the state of each letter. */
const SentReminders = ({ campaignId }: { campaignId: string }) => {
  const t = useText()
  const listing = useListing('GET /api/reviewReminder/', {
    sort: '-dateCreated',
    fixedInput: { campaignId },
    pageName: 'reminders',
  })
  return (
    <Card title={t('Reminders')}>
      <Paged of={listing} empty={<Text c="dimmed">{t('Nobody has been reminded yet.')}</Text>}>
        {(rows) => <Rows label={t('Reminders')} rows={rows} columns={columnsIn(t)} card={card} {...listing.table} />}
      </Paged>
    </Card>
  )
}

interface RemindDialogProps {
  opened: boolean
  campaign: CampaignOutlook
  onClose: () => void
}

/** Maximum number of names that are listed; the rest is given as a number. */
const MAX_NAMES = 200

/** The dialog before reminders are sent: how many are sent, and who is skipped, and why. */
const RemindDialog = ({ opened, campaign, onClose }: RemindDialogProps) => {
  const t = useText()
  const toast = useToast()
  const remind = useSend('POST /api/reviewReminder/')
  const { uniqueId: campaignId, remindable, skipped } = campaign
  const send = async () => {
    await remind.mutateAsync({ campaignId }).then(
      (reply) => toast.reply(reply),
      (error: unknown) => toast.failure(failureOf(error)),
    )
    onClose()
  }
  return (
    <Dialog opened={opened} onClose={() => !remind.isPending && onClose()} title={t('Remind who has not answered')} size="lg">
      <Stack>
        <Text>
          {remindable === 0
            ? t('Nobody of this campaign can be reminded right now')
            : t(
                '{count} customer gets an email that reminds of your survey.|{count} customers each get an email that reminds of your survey.',
                {
                  count: remindable,
                },
              )}
        </Text>
        {skipped.length > 0 && <Skipped skipped={skipped} />}
        <ButtonRow>
          <Button variant="default" onClick={onClose} disabled={remind.isPending}>
            {remindable === 0 ? t('Close') : t('Cancel')}
          </Button>
          {remindable > 0 && (
            <Button data-autofocus loading={remind.isPending} onClick={() => void send()}>
              {t('Send reminders')}
            </Button>
          )}
        </ButtonRow>
      </Stack>
    </Dialog>
  )
}

const Skipped = ({ skipped }: Pick<CampaignOutlook, 'skipped'>) => {
  const t = useText()
  const more = skipped.length - MAX_NAMES
  return (
    <>
      <Text size="sm">
        {t('{count} has not answered and is left out:|{count} have not answered and are left out:', { count: skipped.length })}
      </Text>
      <ScrollArea.Autosize mah={320} viewportProps={{ tabIndex: 0 }}>
        <List size="sm">
          {skipped.slice(0, MAX_NAMES).map(({ uniqueId, fullName, because }) => (
            <List.Item key={uniqueId}>
              {fullName}
              {t(':')} {t(reminderSkipNames[because])}
            </List.Item>
          ))}
          {more > 0 && <List.Item>{t('and {count} more', { count: more })}</List.Item>}
        </List>
      </ScrollArea.Autosize>
    </>
  )
}
