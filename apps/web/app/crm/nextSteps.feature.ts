import { IconChecklist } from '@tabler/icons-react'
import { nextStepsPolicy } from '@tradewind/contract/crm/nextSteps.policy'
import type { FeatureMenu } from '#kit/entries'
import { screen } from '#kit/screen'
import { phrase } from '#kit/text'

export const nextStepsMenu: FeatureMenu = {
  menu: [
    {
      group: phrase('CRM'),
      text: phrase('Tasks'),
      about: phrase('What was promised, by whom and by when.'),
      path: 'nextSteps/list',
      icon: IconChecklist,
      count: 'GET /api/nextSteps/',
      rules: nextStepsPolicy.see,
    },
  ],
  kinds: [
    {
      kind: 'nextSteps',
      one: phrase('Task'),
      many: phrase('Tasks'),
      icon: IconChecklist,
      show: (uniqueId) => `nextSteps/show/${uniqueId}`,
    },
  ],
}

export const nextStepsScreens = [
  screen('nextSteps/list', 'crm/nextSteps/NextStepsList.tsx'),
  screen('nextSteps/create', 'crm/nextSteps/NextStepsCreate.tsx'),
  screen('nextSteps/edit/:uniqueId', 'crm/nextSteps/NextStepsEdit.tsx'),
  screen('nextSteps/show/:uniqueId', 'crm/nextSteps/NextStepsShow.tsx'),
]
