import { meetingReportPolicy } from '@tradewind/contract/crm/meetingReport.policy'
import { guard } from '#kit/guard'
import { phrase } from '#kit/text'
import { MeetingReportForm } from './MeetingReportForm.tsx'

export const handle = { name: phrase('Edit Report') }
export const clientLoader = guard({ rules: meetingReportPolicy.update })

export default MeetingReportForm
