import type { Company } from '@tradewind/contract/crm/company.contract'
import { companyFields } from '@tradewind/contract/crm/company.fields'
import { companyPolicy, seesOutline } from '@tradewind/contract/crm/policies'
import { outlineOf } from '@tradewind/contract/kit/entityFields'
import { phrase } from '@tradewind/contract/kit/phrase'
import { can } from '@tradewind/contract/kit/policy'
import { historyOf } from '@tradewind/contract/platform/policies'
import { MergedLine } from '#crm/merge/mergeRecords'
import { RecordHead } from '#crm/RecordHead'
import { Timeline } from '#crm/Timeline'
import { guard } from '#kit/guard'
import { useActor } from '#kit/session'
import { useText } from '#kit/text'
import { useCustomFacts } from '#ui/entity/useCustom'
import { useEditing } from '#ui/entity/useEditing'
import { useFieldFormatter } from '#ui/entity/useFieldFormatter'
import { useFields } from '#ui/entity/useFields'
import { DetailPage, Facts, Panel } from '#ui/record/DetailPage'
import { History } from '#ui/record/History'
import { useNextActions } from './nextActions.tsx'
import { RecordTabs } from './RecordTabs.tsx'

export const handle = { name: phrase('Company') }
export const clientLoader = guard({ rules: companyPolicy.see })

const nameOf = ({ legalName }: Pick<Company, 'legalName'>) => legalName

export default function CompanyShow() {
  const t = useText()
  const actor = useActor()
  return (
    <DetailPage kind="company" policy={companyPolicy} listTitle={t('Companies')} nameOf={nameOf} actions={headOf}>
      {(company) => (
        <>
          {can(actor, companyPolicy.compare) && <MergedLine kind="company" policy={companyPolicy} record={company} />}
          <Parts key={company.uniqueId} company={company} />
        </>
      )}
    </DetailPage>
  )
}

const Head = ({ company }: { company: Company }) => {
  const { all, dialog } = useNextActions({ kind: 'company', uniqueId: company.uniqueId })
  return (
    <>
      <RecordHead kind="company" policy={companyPolicy} record={company} name={nameOf(company)} next={all} />
      {dialog}
    </>
  )
}

const headOf = (company: Company) => <Head key={company.uniqueId} company={company} />

const Parts = ({ company }: { company: Company }) => {
  const actor = useActor()
  // Fields that the actor may not see are left out: an N/A would mean that the company has none.
  const isOutline = seesOutline(actor)
  const { facts } = useFields(isOutline ? outlineOf(companyFields) : companyFields)
  const edit = useEditing({ kind: 'company', policy: companyPolicy, nameOf })
  const custom = useCustomFacts('company', company, { edit, enabled: !isOutline })
  const words = useFieldFormatter(companyFields)
  const { uniqueId } = company
  return (
    <RecordTabs
      kind="company"
      uniqueId={uniqueId}
      overview={
        <>
          <Panel>
            <Facts facts={[...facts(company, {}, edit), ...custom]} />
          </Panel>
          <Timeline kind="company" uniqueId={uniqueId} />
        </>
      }
      history={can(actor, historyOf(companyPolicy), company) && <History kind="company" uniqueId={uniqueId} {...words} />}
    />
  )
}
