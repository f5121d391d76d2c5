import { companyFields } from '@tradewind/contract/crm/company.fields'
import { companyPolicy, seesOutline } from '@tradewind/contract/crm/company.policy'
import { outlineOf } from '@tradewind/contract/kit/entityFields'
import { can } from '@tradewind/contract/kit/policy'
import { historyOf } from '@tradewind/contract/platform/audit.policy'
import { MergedLine } from '#crm/merge/MergedLine'
import { guard } from '#kit/guard'
import { useActor } from '#kit/session'
import { phrase, useText } from '#kit/text'
import { useFields } from '#ui/entity/useFields'
import { useFieldWords } from '#ui/entity/useFieldWords'
import { DetailPage, Facts, Panel } from '#ui/record/DetailPage'
import { History } from '#ui/record/History'
import { Timeline } from '#ui/record/Timeline'

export const handle = { name: phrase('Company') }
export const clientLoader = guard({ rules: companyPolicy.see })

export default function CompanyShow() {
  const t = useText()
  const actor = useActor()
  // What somebody may not see is left out: an N/A would say that the company has none.
  const { facts } = useFields(seesOutline(actor) ? outlineOf(companyFields) : companyFields)
  const words = useFieldWords(companyFields)
  return (
    <DetailPage kind="company" policy={companyPolicy} listTitle={t('Companies')} nameOf={({ legalName }) => legalName}>
      {(company) => (
        <>
          {can(actor, companyPolicy.compare) && <MergedLine kind="company" policy={companyPolicy} record={company} />}
          <Panel>
            <Facts facts={facts(company)} />
          </Panel>
          <Timeline kind="company" uniqueId={company.uniqueId} />
          {can(actor, historyOf(companyPolicy), company) && <History kind="company" uniqueId={company.uniqueId} {...words} />}
        </>
      )}
    </DetailPage>
  )
}
