import type { Letter } from '@tradewind/contract/platform/letter.contract'
import type { Say } from '#kit/text'

/** What a letter is about. */
export const kindsIn = (t: Say): Record<Letter['kind'], string> => ({
  ACCOUNT: t('Account and password'),
  SIGN_UP: t('Sign-up'),
  NOTIFICATION: t('Notification'),
  SHARE: t('Shared files'),
  SUMMARY: t('Summary'),
  ENQUIRY: t('Enquiry'),
  ASSESSMENT: t('Self-assessment'),
})

export const statesIn = (t: Say): Record<Letter['state'], { text: string; color: string }> => ({
  WAITING: { text: t('Waiting'), color: 'ink' },
  SENDING: { text: t('Sending'), color: 'ink' },
  FAILED: { text: t('Not sent'), color: 'red' },
  UNCERTAIN: { text: t('May have arrived'), color: 'signal' },
})
