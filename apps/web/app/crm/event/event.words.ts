import type { Say } from '#kit/text'
import { momentIn } from '#ui/date/moment'
import { momentOf } from '#ui/values/dates'
import { inWords } from '#ui/values/words'

/** How the fields are called, in forms, details and history. */
export const labelsIn = (t: Say) => ({
  title: t('Title'),
  description: t('Description'),
  eventDateTime: t('Date and Time'),
  location: t('Location'),
  organizer: t('Organizer'),
  organizerContact: t('Organizer Contact'),
})

/** A field's value in words, its moments in a zone. */
export const showIn =
  (zone: string) =>
  (field: string, value: unknown): string =>
    (field === 'eventDateTime' && typeof value === 'string' && momentOf(momentIn(value, zone), zone)) || inWords(value)
