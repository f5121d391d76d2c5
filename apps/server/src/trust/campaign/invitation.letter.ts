import type { Decided } from '@tradewind/contract/platform/settingCatalogue'
import { phrase } from '@tradewind/contract/kit/say'
import type { Words } from '#services/mail/mailer'
import type { InvitationRow } from '#trust/schema/review.table'

interface Written {
  invitation: InvitationRow
  brand: string
  /** Where the customer's answer to the mail goes. */
  replyTo: string
  tokenOf: (id: string) => string
  decided: Pick<Decided, 'TIME_ZONE'>
}

const first = {
  subject: phrase('How was it to work with {brand}?'),
  paragraphs: [
    phrase('Hello {name},'),
    phrase(
      '{brand} would like to know how it was to work with them. It takes about two minutes: some questions, each answered by stars.',
    ),
    phrase('The link is yours alone, and good until {date}.'),
  ],
}
const reminder = {
  subject: phrase('A reminder: how was it to work with {brand}?'),
  paragraphs: [
    phrase('Hello {name},'),
    phrase(
      '{brand} has asked for your opinion and has not heard from you. If you have two minutes: some questions, each answered by stars.',
    ),
    phrase('The link is yours alone, and good until {date}. There is no other reminder.'),
  ],
}

/** The letter of an invitation, or the one that reminds of it. */
export const invitationLetter = ({ invitation, brand, replyTo, tokenOf, decided }: Written): Words => {
  const { uniqueId, unsubscribeId, language, firstName, remindedAt, expiresAt } = invitation
  const way = { dateStyle: 'long', timeZone: decided.TIME_ZONE || 'UTC' } as const
  const date = new Intl.DateTimeFormat(language, way).format(Date.parse(expiresAt))
  const unsubscribe = `unsubscribe/${tokenOf(unsubscribeId)}`
  return {
    ...(remindedAt ? reminder : first),
    button: { label: phrase('Give your review'), path: `review/${tokenOf(uniqueId)}?lang=${language}` },
    footer: phrase('You get this mail because {brand} has asked for your review by {tenant}.'),
    leave: {
      label: phrase('No more invitations of {brand}'),
      path: `${unsubscribe}?lang=${language}`,
      post: `api/review/${unsubscribe}`,
    },
    replyTo,
    values: { brand, name: firstName, date },
  }
}
