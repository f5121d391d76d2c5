import type { Summary } from '@tradewind/contract/crm/summary.contract'
import type { Say } from '#kit/text'
import { dayOf } from '#ui/values/dates'
import { inWords } from '#ui/values/words'

/** How the fields are called, in forms and where two versions meet. */
export const labelsIn = (t: Say) => ({
  text: t('Summary'),
  sharedWith: t('Shared with users'),
  sharedWithProjects: t('Shared with projects'),
})

const nameIn = (value: unknown) => {
  if (typeof value !== 'object' || value === null) return value
  return 'fullName' in value ? value.fullName : 'name' in value ? value.name : null
}

const withoutMarkup = (markup: string) =>
  markup
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

/** A field's value in words. */
export const show = (field: string, value: unknown): string =>
  field === 'text' && typeof value === 'string' ? withoutMarkup(value) : inWords([value].flat().map(nameIn))

/** What a summary is called: its company, and the day of the meeting. */
export const nameOf = ({ company, meetingDate }: Pick<Summary, 'company' | 'meetingDate'>) =>
  `${company.legalName}, ${dayOf(meetingDate) ?? meetingDate}`

const MOST = 750

/** A text over 750 characters, cut to 751; null where it may stand whole. */
export const cut = (text: string) => (text.length > MOST ? text.slice(0, MOST + 1).replace(/[\ud800-\udbff]$/, '') : null)
