import { IconCalendarEvent } from '@tabler/icons-react'
import { eventFields } from '@tradewind/contract/crm/event.fields'
import { eventPolicy } from '@tradewind/contract/crm/policies'
import { phrase } from '@tradewind/contract/kit/phrase'
import { guard } from '#kit/guard'
import { useText } from '#kit/text'
import { useEditing } from '#ui/entity/useEditing'
import { useFields } from '#ui/entity/useFields'
import { ViewedList } from '#ui/view/ViewedList'

export const handle = { name: phrase('Events') }
export const clientLoader = guard({ rules: eventPolicy.see })

export default function EventList() {
  const t = useText()
  const { columns, filters } = useFields(eventFields)
  const edit = useEditing({ kind: 'event', policy: eventPolicy, nameOf: ({ title }) => title })
  return (
    <ViewedList
      kind="event"
      title={t('Events')}
      policy={eventPolicy}
      columns={columns({}, edit)}
      edit={edit}
      fields={eventFields}
      nameOf={({ title }) => title}
      filters={filters}
      sort="-eventDateTime"
      createText={t('New event')}
      empty={{
        icon: IconCalendarEvent,
        title: t('No events yet'),
        text: t('Add the fairs and meetings that you attend or hold, with time, place and host.'),
      }}
    />
  )
}
