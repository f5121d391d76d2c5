import { meetingReportPolicy } from '@tradewind/contract/crm/meetingReport.policy'
import { guard } from '#kit/guard'
import { phrase } from '#kit/text'
import { MeetingReportForm } from './MeetingReportForm.tsx'

export const handle = { name: phrase('New Report') }
export const clientLoader = guard({ rules: meetingReportPolicy.create })

export default MeetingReportForm
