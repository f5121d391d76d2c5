import type { Contact } from '@tradewind/contract/crm/contact.contract'
import { contactRoleNames } from '@tradewind/contract/crm/contact.words'
import type { Say } from '#kit/text'
import { inWords } from '#ui/values/words'

export type ContactRole = Contact['contactRole']

/** How the fields are called, in forms and details. */
export const labelsIn = (t: Say) => ({
  firstName: t('First Name'),
  lastName: t('Last Name'),
  title: t('Title'),
  contactRole: t('Contact Role'),
  companyId: t('Company'),
  email: t('Email'),
  number: t('Number'),
})

/** The same in the history, which names the company instead of its id. */
export const historyLabelsIn = (t: Say) => {
  const { companyId, ...labels } = labelsIn(t)
  return { ...labels, companyName: companyId }
}

const isRole = (value: unknown): value is ContactRole => typeof value === 'string' && Object.hasOwn(contactRoleNames, value)

/** A field's value in words. */
export const showIn =
  (t: Say) =>
  (_: string, value: unknown): string =>
    isRole(value) ? t(contactRoleNames[value]) : inWords(value)
