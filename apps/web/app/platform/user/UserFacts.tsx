import { Text } from '@mantine/core'
import type { User } from '@tradewind/contract/platform/user.contract'
import { useText } from '#kit/text'
import { Facts } from '#ui/record/DetailPage'
import { Badge } from '#ui/values/Badge'
import { Day } from '#ui/values/Day'
import { LogoBox } from './LogoField.tsx'
import { labelsIn, roleNames, stateNames } from './user.words.ts'

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

const colors = { INVITED: 'ink', INVITATION_EXPIRED: 'signal', DEACTIVATED: 'gray' } as const

/** How far an account has come. What is in use needs no badge. */
export const StateBadge = ({ state }: Pick<User, 'state'>) => {
  const t = useText()
  const name = t(stateNames[state])
  if (state === 'ACTIVE')
    return (
      <Text span inherit c="dimmed">
        {name}
      </Text>
    )
  return (
    <Badge color={colors[state]} title={name}>
      {name}
    </Badge>
  )
}
