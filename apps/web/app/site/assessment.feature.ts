import { IconCompass } from '@tabler/icons-react'
import { phrase } from '@tradewind/contract/kit/phrase'
import { assessmentPolicy, assessmentQuestionPolicy } from '@tradewind/contract/site/policies'
import { type Feature, tabCount } from '#kit/feature'

export const assessmentFeature: Feature = {
  menu: [
    {
      group: phrase('Admin Settings'),
      text: phrase('Assessment questions'),
      path: 'auditQuestion/list',
      icon: IconCompass,
      rules: assessmentQuestionPolicy.create,
    },
  ],
  kinds: [
    {
      kind: 'auditQuestion',
      singular: phrase('Assessment question'),
      plural: phrase('Assessment questions'),
      icon: IconCompass,
      show: (uniqueId) => `auditQuestion/show/${uniqueId}`,
    },
    {
      kind: 'assessment',
      singular: phrase('Self-assessment'),
      plural: phrase('Self-assessments'),
      icon: IconCompass,
      show: () => 'leads',
    },
  ],
  recordTabs: [
    {
      kinds: ['company'],
      key: 'assessments',
      text: phrase('Self-assessments'),
      rules: assessmentPolicy.see,
      load: async () => (await import('./assessment/StaffResult.tsx')).CompanyAssessments,
      count: () =>
        tabCount(
          'GET /api/auditQuestion/answers',
          (companyId) => ({ companyId, page: 0, size: 1 }),
          ({ total, estimated }) => ({ total, estimated }),
        ),
    },
  ],
  screens: {
    public: {
      'self-assessment': 'site/assessment/Assessment.tsx',
      'self-assessment/:uniqueId': 'site/assessment/Result.tsx',
    },
    staff: {
      'auditQuestion/list': 'site/assessment/QuestionList.tsx',
      'auditQuestion/create': 'site/assessment/QuestionForm.tsx',
      'auditQuestion/edit/:uniqueId': 'site/assessment/QuestionForm.tsx',
      'auditQuestion/show/:uniqueId': 'site/assessment/QuestionShow.tsx',
    },
  },
}
