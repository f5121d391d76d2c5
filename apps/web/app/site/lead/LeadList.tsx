import { IconBuildingPlus, IconChartRadar, IconUserStar } from '@tabler/icons-react'
import { phrase } from '@tradewind/contract/kit/phrase'
import { can } from '@tradewind/contract/kit/policy'
import { leadSourceNames, leadSources } from '@tradewind/contract/site/lead.constants'
import type { Lead } from '@tradewind/contract/site/lead.contract'
import { leadFields } from '@tradewind/contract/site/lead.fields'
import { leadPolicy } from '@tradewind/contract/site/policies'
import { Link } from 'react-router'
import { bulkActionsFor } from '#crm/bulk/lazyBulk'
import { useArea } from '#kit/area'
import { guard } from '#kit/guard'
import { useActor } from '#kit/session'
import { useText } from '#kit/text'
import { useFields } from '#ui/entity/useFields'
import { Menu } from '#ui/page/floating'
import { ViewedList } from '#ui/view/ViewedList'
import { nameOf, resultPath } from './LeadFacts.tsx'

export const handle = { name: phrase('Leads') }
export const clientLoader = guard({ rules: leadPolicy.see })

const card = { title: nameOf, titleFields: ['firstName', 'lastName'] }

const bulkActions = bulkActionsFor<Lead>({ kind: 'lead', policy: leadPolicy, nameOf })

/** Leads: people who took the self-assessment, or asked for services, a plan or a partner. */
export default function LeadList() {
  const t = useText()
  const { columns, labels } = useFields(leadFields)
  return (
    <ViewedList
      kind="lead"
      title={t('Leads')}
      policy={leadPolicy}
      columns={columns<Lead>({ registeredUser: ({ registeredUser }) => (registeredUser ? t('YES') : t('NO')) })}
      fields={leadFields}
      card={card}
      nameOf={nameOf}
      filters={{
        source: { label: labels.source, choices: leadSources.map((value) => ({ value, label: t(leadSourceNames[value]) })) },
        country: labels.country,
      }}
      sort="-dateCreated"
      rowMenu={itemsOf}
      bulkActions={bulkActions}
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
