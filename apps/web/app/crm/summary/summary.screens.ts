import { screen } from '#kit/screen'

export const summaryScreens = [
  screen('summary', 'crm/summary/MySummaries.tsx'),
  screen('summary/:companyUid', 'crm/summary/CompanySummaries.tsx'),
  screen('projectSummaries/:projectUid', 'crm/summary/ProjectSummaries.tsx'),
]
