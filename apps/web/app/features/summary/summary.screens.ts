import { screen } from '#kit/screen'

export const summaryScreens = [
  screen('summary', 'features/summary/MySummaries.tsx'),
  screen('summary/:companyUid', 'features/summary/CompanySummaries.tsx'),
  screen('projectSummaries/:projectUid', 'features/summary/ProjectSummaries.tsx'),
]
