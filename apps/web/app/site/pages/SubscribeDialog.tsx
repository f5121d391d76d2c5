import { type PlanKey, plans } from '@tradewind/contract/plan'
import { enterStays } from '#kit/browser/enter'
import { useText } from '#kit/text'
import { EnquirerFields, type Faults, useErrorOf } from '#site/enquiry/EnquirerFields'
import { EnquiryModal } from '#site/enquiry/EnquiryModal'
import type { EnquiryReply } from '#site/enquiry/useEnquiry'
import { OpenField } from '#ui/open/OpenField'

interface SubscribeDialogProps {
  /** What was chosen in the chart. */
  plan: PlanKey
  onClose: () => void
  onDone: (said: EnquiryReply) => void
}

/** Asks for a plan. */
export const SubscribeDialog = ({ plan: chosen, onClose, onDone }: SubscribeDialogProps) => {
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
          <PlanField chosen={chosen} faults={faults} />
        </EnquirerFields>
      )}
    </EnquiryModal>
  )
}

const PlanField = ({ chosen, faults }: { chosen: PlanKey; faults: Faults }) => {
  const t = useText()
  return (
    <OpenField label={t('Plan')} error={useErrorOf(faults)('plan')} required>
      {(props) => (
        <select {...props} onKeyDown={enterStays} name="plan" defaultValue={chosen}>
          {plans.map(({ key, name }) => (
            <option key={key} value={key}>
              {t(name)}
            </option>
          ))}
        </select>
      )}
    </OpenField>
  )
}
