import { screen } from '#kit/screen'

export const nextStepsScreens = [
  screen('nextSteps/list', 'crm/nextSteps/NextStepsList.tsx'),
  screen('nextSteps/create', 'crm/nextSteps/NextStepsCreate.tsx'),
  screen('nextSteps/edit/:uniqueId', 'crm/nextSteps/NextStepsEdit.tsx'),
  screen('nextSteps/show/:uniqueId', 'crm/nextSteps/NextStepsShow.tsx'),
]
