import { IconCompass } from '@tabler/icons-react'
import { assessmentQuestionPolicy } from '@tradewind/contract/site/assessment.policy'
import type { FeatureMenu } from '#kit/entries'
import { screen } from '#kit/screen'
import { phrase } from '#kit/text'

export const assessmentMenu: FeatureMenu = {
  menu: [
    {
      group: phrase('Admin Settings'),
      text: phrase('Assessment questions'),
      about: phrase('What the self-assessment states, by category and in five languages.'),
      path: 'auditQuestion/list',
      icon: IconCompass,
      rules: assessmentQuestionPolicy.create,
    },
  ],
  kinds: [
    {
      kind: 'auditQuestion',
      one: phrase('Assessment question'),
      many: phrase('Assessment questions'),
      icon: IconCompass,
      show: (uniqueId) => `auditQuestion/show/${uniqueId}`,
    },
    {
      kind: 'assessment',
      one: phrase('Self-assessment'),
      many: phrase('Self-assessments'),
      icon: IconCompass,
      show: () => 'leads',
    },
  ],
}

/** Open pages. */
export const openAssessmentScreens = [
  screen('self-assessment', 'site/assessment/Assessment.tsx'),
  screen('self-assessment/:uniqueId', 'site/assessment/result/Result.tsx'),
]

/** Signed in: what the self-assessment asks. */
export const assessmentScreens = [
  screen('auditQuestion/list', 'site/assessment/QuestionList.tsx'),
  screen('auditQuestion/create', 'site/assessment/QuestionCreate.tsx'),
  screen('auditQuestion/edit/:uniqueId', 'site/assessment/QuestionEdit.tsx'),
  screen('auditQuestion/show/:uniqueId', 'site/assessment/QuestionShow.tsx'),
]
