import { IconCalendarPlus } from '@tabler/icons-react'
import type { Event } from '@tradewind/contract/crm/event.contract'
import { eventFields } from '@tradewind/contract/crm/event.fields'
import { eventPolicy } from '@tradewind/contract/crm/policies'
import { phrase } from '@tradewind/contract/kit/phrase'
import { can } from '@tradewind/contract/kit/policy'
import { historyOf } from '@tradewind/contract/platform/policies'
import { type ReactNode, Suspense } from 'react'
import { call } from '#kit/api/call'
import { failureOf } from '#kit/api/failure'
import { download } from '#kit/browser/download'
import { guard } from '#kit/guard'
import { useActor } from '#kit/session'
import { useText } from '#kit/text'
import { useEditing } from '#ui/entity/useEditing'
import { useFieldFormatter } from '#ui/entity/useFieldFormatter'
import { useFields } from '#ui/entity/useFields'
import { lazyWithRetry } from '#ui/page/lazyWithRetry'
import { HeaderButton } from '#ui/page/PageHeader'
import { useToast } from '#ui/page/toast'
import { DetailPage, Facts, Panel } from '#ui/record/DetailPage'
import { History } from '#ui/record/History'

/** Loaded only for users who may invite. */
const InvitedPeople = lazyWithRetry(async () => (await import('./InvitedPeople.tsx')).InvitedPeople)

export const handle = { name: phrase('Event') }
export const clientLoader = guard({ rules: eventPolicy.see })

/** The button that downloads the event as a calendar file. */
const AddToCalendar = ({ uniqueId }: { uniqueId: string }) => {
  const t = useText()
  const toast = useToast()
  const save = () =>
    call('GET /api/event/calendar/:uniqueId', { uniqueId }).then(download, (error: unknown) => toast.failure(failureOf(error)))
  return (
    <HeaderButton icon={IconCalendarPlus} onClick={() => void save()}>
      {t('Add to calendar')}
    </HeaderButton>
  )
}

const actionsOf = ({ uniqueId }: Event, defaultActions: ReactNode) => (
  <>
    <AddToCalendar uniqueId={uniqueId} />
    {defaultActions}
  </>
)

export default function EventShow() {
  const t = useText()
  const actor = useActor()
  const { facts } = useFields(eventFields)
  const edit = useEditing({ kind: 'event', policy: eventPolicy, nameOf: ({ title }) => title })
  const words = useFieldFormatter(eventFields)
  return (
    <DetailPage kind="event" policy={eventPolicy} listTitle={t('Events')} nameOf={({ title }) => title} actions={actionsOf}>
      {(event) => (
        <>
          <Panel>
            <Facts facts={facts(event, {}, edit).map((fact) => ({ ...fact, wide: fact.field === 'description' }))} />
          </Panel>
          {can(actor, eventPolicy.update, event) && (
            <Suspense>
              <InvitedPeople event={event} />
            </Suspense>
          )}
          {can(actor, historyOf(eventPolicy), event) && (
            <History
              kind="event"
              uniqueId={event.uniqueId}
              {...words}
              labels={{ ...words.labels, invited: t('Invited people') }}
            />
          )}
        </>
      )}
    </DetailPage>
  )
}
