import { screen } from '#kit/screen'

export const reviewScreens = [
  screen('trends', 'features/review/results/Results.tsx'),
  screen('audience/list', 'features/review/audience/AudienceList.tsx'),
  screen('unanswered', 'features/review/audience/Unanswered.tsx'),
  screen('invitations', 'features/review/invitations/InvitationList.tsx'),
]
