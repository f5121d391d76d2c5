import { screen } from '#kit/screen'

export const meetingReportScreens = [
  screen('meetingReport/list', 'features/meetingReport/MeetingReportList.tsx'),
  screen('meetingReport/create', 'features/meetingReport/form/MeetingReportCreate.tsx'),
  screen('meetingReport/create/:companyId', 'features/meetingReport/form/MeetingReportCreate.tsx'),
  screen('meetingReport/createOld', 'features/meetingReport/form/CreateOld.tsx'),
  screen('meetingReport/edit/:uniqueId', 'features/meetingReport/form/MeetingReportEdit.tsx'),
  screen('meetingReport/show/:uniqueId', 'features/meetingReport/show/MeetingReportShow.tsx'),
  screen('meetingReport/company/:uniqueId', 'features/meetingReport/CompanyReports.tsx'),
]
