import { contactPolicy, meetingReportPolicy } from '@tradewind/contract/crm/policies'
import { can } from '@tradewind/contract/kit/policy'
import { useActor } from '#kit/session'
import { useEditing } from '#ui/entity/useEditing'
import { nameOf } from './meetingReport.labels.ts'

const inputs = { attendees: async () => (await import('./Attendees.tsx')).AttendeesInput }
const withoutContacts = {}

/** Inline editing of reports. The company is changed in the form, together with its attendees: those of the previous company do not stay. */
export const useReportEditing = () => {
  const seesContacts = can(useActor(), contactPolicy.see)
  return useEditing({
    kind: 'meetingReport',
    policy: meetingReportPolicy,
    nameOf,
    inputs: seesContacts ? inputs : withoutContacts,
  })
}
