import { screen } from '#kit/screen'

export const reviewScreens = [
  screen('trends', 'trust/results/Results.tsx'),
  screen('audience/list', 'trust/audience/AudienceList.tsx'),
  screen('unanswered', 'trust/audience/Unanswered.tsx'),
  screen('invitations', 'trust/invitations/InvitationList.tsx'),
]
