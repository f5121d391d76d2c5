import { Anchor } from '@mantine/core'
import type { ProjectCompany } from '@tradewind/contract/crm/project.contract'
import { Link } from 'react-router'
import { useArea } from '#kit/area'
import { useActor } from '#kit/session'
import { useText } from '#kit/text'
import { Facts } from '#ui/record/Facts'
import { Day } from '#ui/values/Day'
import { Website } from '#ui/values/Website'
import { placeLabelsIn } from '../project.words.ts'
import { LevelBadge } from './LevelBadge.tsx'
import { seesCompany } from './seesCompany.ts'

/** A company, and how it stands in the project. */
export const PlaceFacts = ({ place }: { place: ProjectCompany }) => {
  const t = useText()
  const labels = placeLabelsIn(t)
  const { company, potential, interest, priority, lastContact, nextContact, mainContact, dateCreated } = place
  return (
    <Facts
      facts={[
        { label: labels.company, value: <CompanyName place={place} /> },
        { label: t('Country'), value: company.country || null },
        { label: t('Website'), value: company.website ? <Website address={company.website} /> : null },
        { label: labels.potential, value: <LevelBadge level={potential} /> },
        { label: labels.interest, value: <LevelBadge level={interest} /> },
        { label: labels.priority, value: <LevelBadge level={priority} /> },
        { label: labels.lastContact, value: <Day at={lastContact} /> },
        { label: labels.nextContact, value: <Day at={nextContact} /> },
        // Left out for who may not see it.
        ...(mainContact === undefined ? [] : [{ label: labels.mainContact, value: mainContact?.fullName }]),
        { label: t('In the project since'), value: <Day at={dateCreated} /> },
      ]}
    />
  )
}

const CompanyName = ({ place }: { place: ProjectCompany }) => {
  const at = useArea()
  const { company } = place
  if (!seesCompany(useActor(), place)) return company.legalName
  return (
    <Anchor component={Link} to={at(`company/show/${company.uniqueId}`)} prefetch="intent" inherit fw={600}>
      {company.legalName}
    </Anchor>
  )
}
