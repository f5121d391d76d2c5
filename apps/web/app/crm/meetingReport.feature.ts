import { IconCalendarPlus, IconNotes, IconReport } from '@tabler/icons-react'
import { meetingReportPolicy } from '@tradewind/contract/crm/policies'
import { phrase } from '@tradewind/contract/kit/phrase'
import { all } from '@tradewind/contract/kit/policy'
import { ADMINS, LEVEL3, PAID } from '@tradewind/contract/roles'
import type { Feature } from '#kit/feature'

const group = phrase('Reports')

export const meetingReportFeature: Feature = {
  menu: [
    {
      group,
      text: phrase('Meeting Reports'),
      path: 'meetingReport/list',
      list: { kind: 'meetingReport', viewed: true },
      icon: IconReport,
      rules: [[[...ADMINS, ...LEVEL3, ...PAID], all]],
    },
    {
      group,
      text: phrase('Create Report'),
      path: 'meetingReport/create',
      members: 'rare',
      icon: IconCalendarPlus,
      rules: meetingReportPolicy.create,
    },
  ],
  create: [
    {
      text: phrase('New Report'),
      path: 'meeting/create',
      icon: IconCalendarPlus,
      rules: meetingReportPolicy.create,
      position: 2,
      key: 'r',
    },
  ],
  kinds: [
    {
      kind: 'meetingReport',
      singular: phrase('Meeting report'),
      plural: phrase('Meeting reports'),
      icon: IconReport,
      show: (uniqueId) => `meetingReport/show/${uniqueId}`,
    },
  ],
  ofRecord: [
    {
      kind: 'company',
      text: phrase('Create Report'),
      path: (uniqueId) => `meetingReport/create/${uniqueId}`,
      icon: IconCalendarPlus,
      rules: meetingReportPolicy.create,
    },
    {
      kind: 'company',
      text: phrase('Reports'),
      path: (uniqueId) => `meetingReport/company/${uniqueId}`,
      icon: IconNotes,
      rules: meetingReportPolicy.see,
    },
  ],
  screens: {
    work: {
      'meeting/create': 'crm/meetingReport/MeetingForm.tsx',
      'meetingReport/list': 'crm/meetingReport/MeetingReportList.tsx',
      'meetingReport/create': 'crm/meetingReport/MeetingReportForm.tsx',
      'meetingReport/create/:companyId': 'crm/meetingReport/MeetingReportForm.tsx',
      'meetingReport/createOld': 'crm/meetingReport/CreateRedirect.tsx',
      'meetingReport/edit/:uniqueId': 'crm/meetingReport/MeetingReportForm.tsx',
      'meetingReport/show/:uniqueId': 'crm/meetingReport/MeetingReportShow.tsx',
      'meetingReport/company/:uniqueId': 'crm/meetingReport/CompanyReports.tsx',
    },
  },
}
