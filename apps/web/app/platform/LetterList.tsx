import { Stack, Text } from '@mantine/core'
import { IconMailCheck } from '@tabler/icons-react'
import { phrase } from '@tradewind/contract/kit/phrase'
import type { Letter } from '@tradewind/contract/platform/letter.contract'
import { letterPolicy } from '@tradewind/contract/platform/policies'
import { guard } from '#kit/guard'
import { type Translate, useText } from '#kit/text'
import type { Column } from '#ui/list/columns'
import { Paged, useListing } from '#ui/list/Paged'
import { Rows } from '#ui/list/Rows'
import { PageHeader } from '#ui/page/PageHeader'
import { EmptyState } from '#ui/page/states'
import { Badge } from '#ui/values/Badge'
import { Clip } from '#ui/values/Clip'
import { Day } from '#ui/values/Day'

export const handle = { name: phrase('Unsent emails') }
export const clientLoader = guard({ rules: letterPolicy.see })

const columnsIn = (t: Translate): Column<Letter>[] => [
  { field: 'kind', head: t('About'), show: ({ kind }) => kindsIn(t)[kind], width: '16%' },
  { field: 'recipient', head: t('Recipient'), show: ({ recipient }) => <Clip>{recipient ?? '–'}</Clip>, width: '20%' },
  { field: 'tenantName', head: t('Tenant'), show: ({ tenantName }) => <Clip>{tenantName}</Clip>, width: '12%' },
  { field: 'state', head: t('State'), show: (letter) => <State {...letter} />, width: '13%' },
  { field: 'attempts', head: t('Attempts'), show: ({ attempts }) => attempts, width: '8%', figures: true },
  {
    field: 'nextAttempt',
    head: t('Next attempt'),
    show: ({ nextAttempt }) => (nextAttempt ? <Day at={nextAttempt} precise /> : '–'),
  },
  {
    field: 'problem',
    head: t('What the mail server said'),
    show: ({ problem }) => <Clip lines={2}>{problem ? t(problem) : '–'}</Clip>,
  },
]

const card = { title: ({ recipient }: Letter) => recipient ?? '–', titleFields: ['recipient'] }

const State = ({ state }: Letter) => {
  const { text, color } = statesIn(useText())[state]
  return <Badge color={color}>{text}</Badge>
}

/** The letters of all tenants that have not been sent. */
export default function LetterList() {
  const t = useText()
  const listing = useListing('GET /api/letter/', { sort: '-dateCreated' })
  return (
    <Stack gap="md">
      <PageHeader title={t('Unsent emails')} count={listing.list.data?.total} />
      <Text c="dimmed">{t('An email is retried for three days, at growing intervals, and is delivered once.')}</Text>
      <Paged of={listing} empty={<Nothing />}>
        {(rows) => <Rows label={t('Unsent emails')} rows={rows} columns={columnsIn(t)} card={card} />}
      </Paged>
    </Stack>
  )
}

const Nothing = () => {
  const t = useText()
  return (
    <EmptyState
      icon={IconMailCheck}
      title={t('No emails are waiting')}
      text={t('Emails that the mail server has not accepted yet.')}
    />
  )
}

/** What a letter is about. */
const kindsIn = (t: Translate): Record<Letter['kind'], string> => ({
  ACCOUNT: t('Account and password'),
  SIGN_UP: t('Sign-up'),
  NOTIFICATION: t('Notification'),
  SHARE: t('Shared files'),
  SUMMARY: t('Summary'),
  ENQUIRY: t('Enquiry'),
  REVIEW: t('Review'),
  ASSESSMENT: t('Self-assessment'),
  EVENT: t('Invitation to an event'),
  WEB_CALL: t('Web call'),
})

const statesIn = (t: Translate) =>
  ({
    WAITING: { text: t('Waiting'), color: 'ink' },
    SENDING: { text: t('Sending'), color: 'ink' },
    FAILED: { text: t('Not sent'), color: 'red' },
    UNCERTAIN: { text: t('May have arrived'), color: 'signal' },
  }) as const
