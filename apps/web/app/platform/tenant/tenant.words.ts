import type { Say } from '#kit/text'

/** How the fields are called, in form, details and conflicts. The personal names are the contact person's. */
export const labelsIn = (t: Say) => ({
  fullName: t('Name'),
  firstName: t('First Name'),
  middleName: t('Middle Name'),
  lastName: t('Last Name'),
  emailAddress: t('Email Address'),
  phoneNumber: t('Phone Number'),
  domainName: t('Domain Name'),
  secondaryDomainName: t('Secondary Domain Name'),
  address: t('Address'),
})

interface Named {
  firstName: string
  middleName: string | null
  lastName: string
}

/** The contact person's whole name. */
export const contactOf = ({ firstName, middleName, lastName }: Named) =>
  [firstName, middleName, lastName].filter(Boolean).join(' ')

/** The host names that lead to a tenant. */
export const domainsOf = ({
  domainName,
  secondaryDomainName,
}: {
  domainName: string | null
  secondaryDomainName: string | null
}) => [domainName, secondaryDomainName].filter((name) => name !== null)
