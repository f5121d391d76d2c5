import { screen } from '#kit/screen'

/** Open pages. */
export const openAssessmentScreens = [
  screen('self-assessment', 'features/assessment/open/Assessment.tsx'),
  screen('self-assessment/:uniqueId', 'features/assessment/open/result/Result.tsx'),
]

/** Signed in: what the self-assessment asks. */
export const assessmentScreens = [
  screen('auditQuestion/list', 'features/assessment/questions/QuestionList.tsx'),
  screen('auditQuestion/create', 'features/assessment/questions/QuestionCreate.tsx'),
  screen('auditQuestion/edit/:uniqueId', 'features/assessment/questions/QuestionEdit.tsx'),
  screen('auditQuestion/show/:uniqueId', 'features/assessment/questions/QuestionShow.tsx'),
]
