import { Button, Stack } from '@mantine/core'
import { IconBellRinging } from '@tabler/icons-react'
import type { TriggerKind } from '@tradewind/contract/trust/campaign.words'
import { reviewPolicy } from '@tradewind/contract/trust/policies'
import type { ReviewCampaign } from '@tradewind/contract/trust/reviewReminder.contract'
import { Link } from 'react-router'
import { useArea } from '#kit/area'
import { guard } from '#kit/guard'
import { phrase, type Say, useText } from '#kit/text'
import type { Column } from '#ui/list/columns'
import { Paged, useListing } from '#ui/list/Paged'
import { Rows } from '#ui/list/Rows'
import { PageHeader } from '#ui/page/PageHeader'
import { EmptyState } from '#ui/page/states'
import { Badge } from '#ui/values/Badge'
import { dayOf } from '#ui/values/dates'
import { useFigure } from '#ui/values/figures'
import { Triggers } from './Triggers.tsx'

export const handle = { name: phrase('Campaigns') }
export const clientLoader = guard({ rules: reviewPolicy.keep })

const triggerNames: Readonly<Record<TriggerKind, string>> = {
  MEETING_REPORT: phrase('After a meeting'),
  PROJECT_END: phrase('After a project'),
}

const columnsIn = (t: Say, figure: (value: number) => string): Column<ReviewCampaign>[] => [
  { field: 'dateCreated', head: t('Date Created'), show: ({ dateCreated }) => dayOf(dateCreated), sorts: true },
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
  { field: 'isOver', head: t('State'), show: (campaign) => <Running {...campaign} />, width: '14%' },
]

const Running = ({ isOver }: ReviewCampaign) => {
  const t = useText()
  return <Badge color={isOver ? 'gray' : 'green'}>{isOver ? t('Ended') : t('Running')}</Badge>
}

/** Whom somebody asked at once: what came of it, and the way to remind. */
export default function CampaignList() {
  const t = useText()
  const figure = useFigure()
  const at = useArea()
  const listing = useListing('GET /api/reviewReminder/campaign', { sort: '-dateCreated' })
  return (
    <Stack gap="md">
      <PageHeader title={t('Campaigns')} count={listing.list.data?.total} />
      <Paged of={listing} empty={<Nothing />}>
        {(rows) => (
          <Rows
            label={t('Campaigns')}
            rows={rows}
            columns={columnsIn(t, figure)}
            keyOf={({ uniqueId }) => uniqueId}
            linkOf={({ uniqueId }) => at(`campaign/show/${uniqueId}`)}
            {...listing.table}
          />
        )}
      </Paged>
      <Triggers />
    </Stack>
  )
}

const Nothing = () => {
  const t = useText()
  const at = useArea()
  return (
    <EmptyState
      icon={IconBellRinging}
      title={t('No campaigns yet')}
      text={t('Choose customers on your audience list and send them a survey. Then remind here who has not answered.')}
    >
      <Button component={Link} to={at('audience/list')}>
        {t('Audience List')}
      </Button>
    </EmptyState>
  )
}
