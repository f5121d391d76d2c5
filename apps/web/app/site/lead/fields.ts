import type { Say } from '#kit/text'
import type { Turning } from './start.ts'
import type { useTurning } from './useTurning.ts'

/** How the fields are called. */
export const labelsIn = (t: Say): Record<keyof Turning, string> => ({
  isNew: t('Company'),
  companyId: t('Company'),
  legalName: t('Legal Name'),
  country: t('Country'),
  website: t('Website'),
  companyTypeList: t('Company Types'),
  firstName: t('First Name'),
  lastName: t('Last Name'),
  title: t('Title'),
  contactRole: t('Contact Role'),
  email: t('Email'),
  number: t('Number'),
})

const optional: readonly string[] = ['email', 'number']

/** Gives an input what it needs to be one of the form's fields. */
export const fieldsOf = (t: Say, { values, errors, type }: ReturnType<typeof useTurning>) => {
  const labels = labelsIn(t)
  return <F extends keyof Turning>(name: F) => ({
    id: name,
    name,
    label: labels[name],
    required: !optional.includes(name),
    value: values[name],
    error: errors[name] ? t(errors[name]) : null,
    onChange: (value: Turning[F]) => type(name, value),
  })
}
export type Field = ReturnType<typeof fieldsOf>
