import { screen } from '#kit/screen'

export const nextStepsScreens = [
  screen('nextSteps/list', 'features/nextSteps/NextStepsList.tsx'),
  screen('nextSteps/create', 'features/nextSteps/NextStepsCreate.tsx'),
  screen('nextSteps/edit/:uniqueId', 'features/nextSteps/NextStepsEdit.tsx'),
  screen('nextSteps/show/:uniqueId', 'features/nextSteps/NextStepsShow.tsx'),
]
