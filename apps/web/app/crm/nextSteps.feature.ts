import { IconChecklist } from '@tabler/icons-react'
import { companyPolicy, nextStepsPolicy } from '@tradewind/contract/crm/policies'
import { phrase } from '@tradewind/contract/kit/phrase'
import type { Feature } from '#kit/feature'

export const nextStepsFeature: Feature = {
  menu: [
    {
      group: phrase('CRM'),
      text: phrase('Tasks'),
      path: 'nextSteps/list',
      list: { kind: 'nextSteps', viewed: true },
      icon: IconChecklist,
      rules: nextStepsPolicy.see,
    },
  ],
  // Without companies there is no summary that a task could belong to.
  create: [{ text: phrase('New task'), path: 'nextSteps/create', icon: IconChecklist, rules: companyPolicy.see, key: 't' }],
  kinds: [
    {
      kind: 'nextSteps',
      singular: phrase('Task'),
      plural: phrase('Tasks'),
      icon: IconChecklist,
      show: (uniqueId) => `nextSteps/show/${uniqueId}`,
    },
  ],
  screens: {
    work: {
      'nextSteps/list': 'crm/nextSteps/NextStepsList.tsx',
      'nextSteps/create': 'crm/nextSteps/NextStepsCreate.tsx',
      'nextSteps/edit/:uniqueId': 'crm/nextSteps/NextStepsEdit.tsx',
      'nextSteps/show/:uniqueId': 'crm/nextSteps/NextStepsShow.tsx',
    },
  },
}
