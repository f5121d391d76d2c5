import { IconCalendarEvent } from '@tabler/icons-react'
import type { Event } from '@tradewind/contract/crm/event.contract'
import { eventPolicy } from '@tradewind/contract/crm/event.policy'
import { guard } from '#kit/guard'
import { phrase, type Say, useText } from '#kit/text'
import type { Column } from '#ui/list/columns'
import { ListPage } from '#ui/list/ListPage'
import { Clip } from '#ui/values/Clip'
import { Day } from '#ui/values/Day'
import { labelsIn } from './event.words.ts'

export const handle = { name: phrase('Events') }
export const clientLoader = guard({ rules: eventPolicy.see })

const columnsIn = (t: Say): Column<Event>[] => {
  const labels = labelsIn(t)
  return [
    { field: 'title', head: labels.title, show: ({ title }) => title, sorts: true },
    {
      field: 'eventDateTime',
      head: labels.eventDateTime,
      show: ({ eventDateTime }) => <Day at={eventDateTime} precise />,
      sorts: true,
      width: '16%',
    },
    { field: 'location', head: labels.location, show: ({ location }) => <Clip>{location}</Clip>, width: '23%' },
    { field: 'organizer', head: labels.organizer, show: ({ organizer }) => <Clip>{organizer}</Clip>, width: '18%' },
    {
      field: 'dateCreated',
      head: t('Date Created'),
      show: ({ dateCreated }) => <Day at={dateCreated} />,
      sorts: true,
      width: '12%',
    },
  ]
}

export default function EventList() {
  const t = useText()
  const labels = labelsIn(t)
  return (
    <ListPage
      kind="event"
      title={t('Events')}
      policy={eventPolicy}
      columns={columnsIn(t)}
      nameOf={({ title }) => title}
      filters={{ title: labels.title, location: labels.location }}
      sort="-eventDateTime"
      createText={t('New event')}
      empty={{
        icon: IconCalendarEvent,
        title: t('No events yet'),
        text: t('Fairs and meetings that you go to or hold stand here, with their time, place and host.'),
      }}
    />
  )
}
