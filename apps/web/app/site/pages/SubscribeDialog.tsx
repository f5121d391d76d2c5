import { type PlanKey, plans } from '@tradewind/contract/plan'
import { isMember } from '@tradewind/contract/roles'
import { useState } from 'react'
import { preventEnterSubmit } from '#kit/browser/storedForm'
import { useActor } from '#kit/session'
import { useText } from '#kit/text'
import { PlanChange } from '#platform/PlanChange'
import { EnquirerFields, type Faults, useFieldErrors } from '#site/enquiry/EnquirerFields'
import { EnquiryModal, type EnquiryReply } from '#site/enquiry/EnquiryModal'
import { OpenField } from '#ui/page/OpenField'

interface SubscribeDialogProps {
  /** The plan that was chosen in the table. */
  plan: PlanKey
  onClose: () => void
  onDone: (reply: EnquiryReply) => void
}

/** Requests a plan. */
export const SubscribeDialog = ({ plan, onClose, onDone }: SubscribeDialogProps) => {
  const t = useText()
  return (
    <EnquiryModal
      title={t('Subscribe')}
      name="subscribePlan"
      route="POST /api/public/subscribePlan"
      onClose={onClose}
      onDone={onDone}
    >
      {(faults) => (
        <EnquirerFields faults={faults}>
          <PlanField plan={plan} faults={faults} />
        </EnquirerFields>
      )}
    </EnquiryModal>
  )
}

const PlanField = ({ plan: initialPlan, faults }: { plan: PlanKey; faults: Faults }) => {
  const t = useText()
  const [key, setKey] = useState(initialPlan)
  return (
    <>
      <OpenField label={t('Plan')} error={useFieldErrors(faults)('plan')} required>
        {(props) => (
          <select
            {...props}
            onKeyDown={preventEnterSubmit}
            name="plan"
            value={key}
            onChange={(event) => setKey(event.target.value as PlanKey)}
          >
            {plans.map((plan) => (
              <option key={plan.key} value={plan.key}>
                {t(plan.name)}
              </option>
            ))}
          </select>
        )}
      </OpenField>
      <PlanChangeNote to={key} />
    </>
  )
}

/** What the plan means for a member with another plan or none. */
const PlanChangeNote = ({ to }: { to: PlanKey }) => {
  const roles = useActor().roles
  const [role] = roles
  const targetRole = plans.find(({ key }) => key === to)!.role
  return role && isMember({ roles }) && <PlanChange from={role} to={targetRole} />
}
