import { IconCalendarEvent } from '@tabler/icons-react'
import type { Event } from '@tradewind/contract/crm/event.contract'
import { eventFields } from '@tradewind/contract/crm/event.fields'
import { eventPolicy } from '@tradewind/contract/crm/policies'
import { phrase } from '@tradewind/contract/kit/phrase'
import { can } from '@tradewind/contract/kit/policy'
import { bulkActionsFor } from '#crm/bulk/lazyBulk'
import { guard } from '#kit/guard'
import { useActor } from '#kit/session'
import { useText } from '#kit/text'
import { useEditing } from '#ui/entity/useEditing'
import { useFields } from '#ui/entity/useFields'
import { ViewedList } from '#ui/view/ViewedList'

export const handle = { name: phrase('Events') }
export const clientLoader = guard({ rules: eventPolicy.see })

const nameOf = ({ title }: Event) => title
const bulkActions = bulkActionsFor<Event>({ kind: 'event', policy: eventPolicy, nameOf })

export default function EventList() {
  const t = useText()
  const { columns, filters } = useFields(eventFields)
  const edit = useEditing({ kind: 'event', policy: eventPolicy, nameOf })
  return (
    <ViewedList
      kind="event"
      title={t('Events')}
      policy={eventPolicy}
      columns={columns({}, edit)}
      edit={edit}
      fields={eventFields}
      nameOf={nameOf}
      {...(can(useActor(), eventPolicy.update) && { bulkActions })}
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
