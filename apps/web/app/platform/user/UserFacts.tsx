import type { User } from '@tradewind/contract/platform/user.contract'
import { useText } from '#kit/text'
import { LogoBox } from '#ui/logo/LogoBox'
import { Facts } from '#ui/record/Facts'
import { Day } from '#ui/values/Day'
import { StateBadge } from './StateBadge.tsx'
import { labelsIn, roleNames } from './user.words.ts'

/** What is known of a user. */
export const UserFacts = ({ user }: { user: User }) => {
  const t = useText()
  const labels = labelsIn(t)
  const countries = { label: labels.allowedCountries, value: user.allowedCountries.join(', ') || null }
  return (
    <Facts
      facts={[
        { label: labels.firstName, value: user.firstName },
        { label: labels.middleName, value: user.middleName || null },
        { label: labels.lastName, value: user.lastName },
        { label: labels.emailAddress, value: user.emailAddress },
        { label: t('Date Created'), value: <Day at={user.dateCreated} /> },
        { label: labels.adminRole, value: t(roleNames[user.adminRole]) },
        ...(user.adminRole === 'ROLE_LEVEL3' ? [countries] : []),
        { label: t('User Company Name'), value: user.userCompanyName || t('Company') },
        { label: labels.userCompanyCountry, value: user.userCompanyCountry },
        { label: labels.isPartner, value: user.isPartner ? t('Yes') : t('No') },
        { label: t('State'), value: <StateBadge state={user.state} /> },
        { label: t('Brand Logo'), value: user.brandLogoUID && <LogoBox src={`/api/document/${user.brandLogoUID}`} /> },
      ]}
    />
  )
}
