import { IconCompass } from '@tabler/icons-react'
import { auditQuestionPolicy } from '@tradewind/contract/site/assessment.policy'
import type { FeatureMenu } from '#kit/entries'
import { phrase } from '#kit/text'

export const assessmentMenu: FeatureMenu = {
  menu: [
    {
      group: phrase('Admin Settings'),
      text: phrase('Assessment questions'),
      about: phrase('What the self-assessment states, by category and in five languages.'),
      path: 'auditQuestion/list',
      icon: IconCompass,
      rules: auditQuestionPolicy.create,
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
