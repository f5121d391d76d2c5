import { IconBuildingPlus, IconChartRadar, IconUserStar } from '@tabler/icons-react'
import { phrase } from '@tradewind/contract/kit/phrase'
import { can } from '@tradewind/contract/kit/policy'
import { leadSources } from '@tradewind/contract/site/lead.constants'
import type { Lead } from '@tradewind/contract/site/lead.contract'
import { leadPolicy } from '@tradewind/contract/site/policies'
import { Link } from 'react-router'
import { bulkActionsFor } from '#crm/bulk/lazyBulk'
import { useArea } from '#kit/area'
import { guard } from '#kit/guard'
import { useActor } from '#kit/session'
import { type Translate, useText } from '#kit/text'
import type { ColumnOf } from '#ui/list/columns'
import { ListPage } from '#ui/list/ListPage'
import { Menu } from '#ui/page/floating'
import { Clip } from '#ui/values/Clip'
import { Day } from '#ui/values/Day'
import { nameOf, resultPath, sourceNames } from './LeadFacts.tsx'

export const handle = { name: phrase('Leads') }
export const clientLoader = guard({ rules: leadPolicy.see })

const columnsIn = (t: Translate): ColumnOf<'lead'>[] => [
  {
    field: 'dateCreated',
    head: t('Date Created'),
    show: ({ dateCreated }) => <Day at={dateCreated} />,
    sorts: true,
    width: '11.2%',
  },
  { field: 'title', head: t('Title'), show: ({ title }) => <Clip>{title ?? t('N/A')}</Clip>, width: '10.9%' },
  {
    field: 'firstName',
    head: t('First Name'),
    show: ({ firstName }) => <Clip>{firstName}</Clip>,
    sorts: true,
    width: '9%',
  },
  { field: 'lastName', head: t('Last Name'), show: ({ lastName }) => <Clip>{lastName}</Clip>, sorts: true, width: '11.8%' },
  { field: 'email', head: t('Email'), show: ({ email }) => <Clip>{email}</Clip>, sorts: true, width: '15%' },
  {
    field: 'contactNumber',
    head: t('Contact Number'),
    show: ({ contactNumber }) => <Clip>{contactNumber ?? t('N/A')}</Clip>,
    width: '9.3%',
  },
  {
    field: 'country',
    head: t('Country'),
    show: ({ country }) => <Clip>{country || t('N/A')}</Clip>,
    sorts: true,
    width: '10.1%',
  },
  {
    field: 'registeredUser',
    head: t('Registered User'),
    show: ({ registeredUser }) => (registeredUser ? t('YES') : t('NO')),
    width: '9.2%',
  },
  { field: 'source', head: t('Source'), show: ({ source }) => <Clip>{t(sourceNames[source])}</Clip>, width: '9.6%' },
]

const card = { title: nameOf, titleFields: ['firstName', 'lastName'] }

const picked = bulkActionsFor<Lead>({ kind: 'lead', policy: leadPolicy, nameOf })

/** Leads: people who took the self-assessment, or asked for services, a plan or a partner. */
export default function LeadList() {
  const t = useText()
  return (
    <ListPage
      kind="lead"
      title={t('Leads')}
      policy={leadPolicy}
      columns={columnsIn(t)}
      card={card}
      nameOf={nameOf}
      filters={{
        q: t('Name or email'),
        source: { label: t('Source'), choices: leadSources.map((value) => ({ value, label: t(sourceNames[value]) })) },
        country: t('Country'),
      }}
      sort="-dateCreated"
      rowMenu={itemsOf}
      picked={picked}
      empty={{
        icon: IconUserStar,
        title: t('No leads yet'),
        text: t('People who took the self-assessment, or asked for services, a plan or a partner.'),
      }}
    />
  )
}

const itemsOf = (lead: Lead) => <LeadItems lead={lead} />

const LeadItems = ({ lead }: { lead: Lead }) => {
  const t = useText()
  const at = useArea()
  const actor = useActor()
  return (
    <>
      {lead.hasAnswers && (
        <Menu.Item component={Link} to={resultPath(lead)} leftSection={<IconChartRadar size={16} aria-hidden />}>
          {t('View')}
        </Menu.Item>
      )}
      {!lead.contact && can(actor, leadPolicy.convert) && (
        <Menu.Item
          component={Link}
          to={at(`lead/convert/${lead.uniqueId}`)}
          leftSection={<IconBuildingPlus size={16} aria-hidden />}
        >
          {t('Convert to company and contact')}
        </Menu.Item>
      )}
    </>
  )
}
