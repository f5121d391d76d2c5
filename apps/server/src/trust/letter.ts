import { phrase } from '@tradewind/contract/kit/say'
import type { Decided } from '@tradewind/contract/platform/settingCatalogue'
import { HIGHEST, MOST_REMINDERS } from '@tradewind/contract/trust/review.words'
import type { Words } from '#services/mailer'
import type { InvitationRow } from '#trust/schema/review.table'

/** What the letter tells of an invitation. */
export type Letter = Pick<
  InvitationRow,
  'uniqueId' | 'unsubscribeId' | 'language' | 'firstName' | 'remindedAt' | 'reminders' | 'expiresAt'
>

interface Written {
  invitation: Letter
  brand: string
  /** How long the survey takes. */
  minutes: number
  /** Where the customer's answer to the mail goes. */
  replyTo: string
  /** What whoever asks says in their own words. */
  sentence: string | null
  tokenOf: (id: string) => string
  decided: Pick<Decided, 'TIME_ZONE'>
}

const greeting = phrase('Hello {name},')
const stars = phrase('You can begin by pressing a star. Nothing is sent before you have looked at it.')

const first = {
  subject: phrase('How was it to work with {brand}?'),
  paragraphs: [
    phrase(
      '{brand} would like to know how it was to work with them. It takes about {minutes} minutes: a few questions, each answered with stars.',
    ),
    phrase('The link is personal and works until {date}.'),
    stars,
  ],
}
const reminder = (isLast: boolean) => ({
  subject: phrase('A reminder: how was it to work with {brand}?'),
  paragraphs: [
    phrase(
      '{brand} asked for your opinion and has not heard from you yet. It takes about {minutes} minutes: a few questions, each answered with stars.',
    ),
    isLast
      ? phrase('The link is personal and works until {date}. You will get no other reminder.')
      : phrase('The link is personal and works until {date}.'),
    stars,
  ],
})

/** The letter of an invitation, or the one that reminds of it. */
export const invitationLetter = ({ invitation, brand, minutes, replyTo, sentence, tokenOf, decided }: Written): Words => {
  const { uniqueId, unsubscribeId, language, firstName, remindedAt, reminders, expiresAt } = invitation
  const way = { dateStyle: 'long', timeZone: decided.TIME_ZONE || 'UTC' } as const
  const date = new Intl.DateTimeFormat(language, way).format(Date.parse(expiresAt))
  const unsubscribe = `unsubscribe/${tokenOf(unsubscribeId)}`
  const survey = `review/${tokenOf(uniqueId)}?lang=${language}`
  const { subject, paragraphs } = remindedAt ? reminder(reminders >= MOST_REMINDERS) : first
  return {
    subject,
    paragraphs: [greeting, ...(sentence ? ['{sentence}'] : []), ...paragraphs],
    button: { label: phrase('Give your review'), path: survey },
    stars: Array.from({ length: HIGHEST }, (_, at) => `${survey}&stars=${at + 1}`),
    footer: phrase('You received this email because {brand} asked for your review through {tenant}.'),
    leave: {
      label: phrase('No more invitations of {brand}'),
      path: `${unsubscribe}?lang=${language}`,
      post: `api/review/${unsubscribe}`,
    },
    replyTo,
    values: { brand, name: firstName, date, minutes: String(minutes), sentence: sentence ?? '' },
  }
}
