import type { Event } from '@tradewind/contract/crm/event.contract'
import { eventPolicy } from '@tradewind/contract/crm/event.policy'
import { can } from '@tradewind/contract/kit/policy'
import { historyOf } from '@tradewind/contract/platform/audit.policy'
import { guard } from '#kit/guard'
import { useActor } from '#kit/session'
import { phrase, useText } from '#kit/text'
import { useZone } from '#kit/zone'
import { DetailPage, Panel } from '#ui/record/DetailPage'
import { Facts } from '#ui/record/Facts'
import { History } from '#ui/record/History'
import { Day } from '#ui/values/Day'
import { labelsIn, showIn } from './event.words.ts'

export const handle = { name: phrase('Event') }
export const clientLoader = guard({ rules: eventPolicy.see })

export default function EventShow() {
  const t = useText()
  return (
    <DetailPage kind="event" policy={eventPolicy} listTitle={t('Events')} nameOf={({ title }) => title}>
      {(event) => (
        <>
          <Panel>
            <EventFacts event={event} />
          </Panel>
          <Doings event={event} />
        </>
      )}
    </DetailPage>
  )
}

const EventFacts = ({ event }: { event: Event }) => {
  const t = useText()
  const labels = labelsIn(t)
  return (
    <Facts
      facts={[
        { label: labels.eventDateTime, value: <Day at={event.eventDateTime} precise /> },
        { label: labels.location, value: event.location },
        { label: labels.organizer, value: event.organizer },
        { label: labels.organizerContact, value: event.organizerContact },
        { label: t('Date Created'), value: <Day at={event.dateCreated} /> },
        { label: labels.description, value: event.description },
      ]}
    />
  )
}

/** What was done to it is for those who may change it, and for those who may read the audit trail. */
const Doings = ({ event }: { event: Event }) => {
  const t = useText()
  const zone = useZone()
  if (!can(useActor(), historyOf(eventPolicy), event)) return null
  return <History kind="event" uniqueId={event.uniqueId} labels={labelsIn(t)} show={showIn(zone)} />
}
