import { screen } from '#kit/screen'

/** Open pages. */
export const openAssessmentScreens = [
  screen('self-assessment', 'site/assessment/open/Assessment.tsx'),
  screen('self-assessment/:uniqueId', 'site/assessment/open/result/Result.tsx'),
]

/** Signed in: what the self-assessment asks. */
export const assessmentScreens = [
  screen('auditQuestion/list', 'site/assessment/questions/QuestionList.tsx'),
  screen('auditQuestion/create', 'site/assessment/questions/QuestionCreate.tsx'),
  screen('auditQuestion/edit/:uniqueId', 'site/assessment/questions/QuestionEdit.tsx'),
  screen('auditQuestion/show/:uniqueId', 'site/assessment/questions/QuestionShow.tsx'),
]
