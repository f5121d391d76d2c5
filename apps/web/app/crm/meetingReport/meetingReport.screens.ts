import { screen } from '#kit/screen'

export const meetingReportScreens = [
  screen('meetingReport/list', 'crm/meetingReport/MeetingReportList.tsx'),
  screen('meetingReport/create', 'crm/meetingReport/MeetingReportCreate.tsx'),
  screen('meetingReport/create/:companyId', 'crm/meetingReport/MeetingReportCreate.tsx'),
  screen('meetingReport/createOld', 'crm/meetingReport/CreateOld.tsx'),
  screen('meetingReport/edit/:uniqueId', 'crm/meetingReport/MeetingReportEdit.tsx'),
  screen('meetingReport/show/:uniqueId', 'crm/meetingReport/MeetingReportShow.tsx'),
  screen('meetingReport/company/:uniqueId', 'crm/meetingReport/CompanyReports.tsx'),
]
