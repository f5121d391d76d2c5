import { historyOf } from '@tradewind/contract/platform/audit.policy'
import { can } from '@tradewind/contract/kit/policy'
import type { Lead } from '@tradewind/contract/site/lead.contract'
import { leadPolicy } from '@tradewind/contract/site/lead.policy'
import { guard } from '#kit/account/guard'
import { useActor } from '#kit/session'
import { phrase, useText } from '#kit/text'
import { DetailPage, Panel } from '#ui/record/DetailPage'
import { History } from '#ui/record/History'
import { nameOf } from './lead.words.ts'
import { Answers } from './Answers.tsx'
import { LeadActions } from './LeadActions.tsx'
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
