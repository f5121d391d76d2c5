import { Button } from '@mantine/core'
import { IconBuildingPlus, IconChartRadar, IconTrash } from '@tabler/icons-react'
import { can } from '@tradewind/contract/kit/policy'
import { historyOf } from '@tradewind/contract/platform/audit.policy'
import type { Lead } from '@tradewind/contract/site/lead.contract'
import { leadPolicy } from '@tradewind/contract/site/lead.policy'
import { Link, useNavigate } from 'react-router'
import { useArea } from '#kit/area'
import { guard } from '#kit/guard'
import { useActor } from '#kit/session'
import { phrase, useText } from '#kit/text'
import { HeaderButton } from '#ui/page/HeaderButton'
import { DetailPage, Panel } from '#ui/record/DetailPage'
import { History } from '#ui/record/History'
import { useRemoval } from '#ui/record/useRemoval'
import { Answers } from './Answers.tsx'
import { nameOf, resultOf } from './lead.words.ts'
import { LeadFacts } from './LeadFacts.tsx'

const actionsOf = (lead: Lead) => <LeadActions lead={lead} />

export const handle = { name: phrase('Lead') }
export const clientLoader = guard({ rules: leadPolicy.see })

/** What was asked, what was answered, and what has become of it. */
export default function LeadShow() {
  const t = useText()
  const actor = useActor()
  return (
    <DetailPage kind="lead" policy={leadPolicy} listTitle={t('Leads')} nameOf={nameOf} actions={actionsOf}>
      {(lead) => (
        <>
          <Panel>
            <LeadFacts lead={lead} />
          </Panel>
          <Answers leadId={lead.uniqueId} />
          {can(actor, historyOf(leadPolicy), lead) && (
            <History kind="lead" uniqueId={lead.uniqueId} labels={{ company: t('Company'), contact: t('Contact') }} />
          )}
        </>
      )}
    </DetailPage>
  )
}

/** The way to its result, to a company and contact, and to the trash. */
const LeadActions = ({ lead }: { lead: Lead }) => {
  const t = useText()
  const at = useArea()
  const actor = useActor()
  const navigate = useNavigate()
  const remove = useRemoval('lead')
  const removeAndLeave = async () => {
    if (await remove(lead.uniqueId, nameOf(lead))) await navigate(at('leads'))
  }
  return (
    <>
      {can(actor, leadPolicy.remove) && (
        <HeaderButton icon={IconTrash} onClick={() => void removeAndLeave()}>
          {t('Delete')}
        </HeaderButton>
      )}
      {lead.hasAnswers && (
        <Button component={Link} to={resultOf(lead)} variant="default" leftSection={<IconChartRadar size={16} aria-hidden />}>
          {t('View')}
        </Button>
      )}
      {!lead.contact && can(actor, leadPolicy.convert) && (
        <Button
          component={Link}
          to={at(`lead/convert/${lead.uniqueId}`)}
          leftSection={<IconBuildingPlus size={16} aria-hidden />}
        >
          {t('To company and contact')}
        </Button>
      )}
    </>
  )
}
