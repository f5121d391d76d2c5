import type { Decided } from '@tradewind/contract/platform/settingCatalogue'
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
  subject: 'How was it to work with {brand}?',
  paragraphs: [
    'Hello {name},',
    '{brand} would like to know how it was to work with them. It takes about two minutes: some questions, each answered by stars.',
    'The link is yours alone, and good until {date}.',
  ],
}
const reminder = {
  subject: 'A reminder: how was it to work with {brand}?',
  paragraphs: [
    'Hello {name},',
    '{brand} has asked for your opinion and has not heard from you. If you have two minutes: some questions, each answered by stars.',
    'The link is yours alone, and good until {date}. There is no other reminder.',
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
    button: { label: 'Give your review', path: `review/${tokenOf(uniqueId)}?lang=${language}` },
    footer: 'You get this mail because {brand} has asked for your review by {tenant}.',
    leave: {
      label: 'No more invitations of {brand}',
      path: `${unsubscribe}?lang=${language}`,
      post: `api/review/${unsubscribe}`,
    },
    replyTo,
    values: { brand, name: firstName, date },
  }
}
