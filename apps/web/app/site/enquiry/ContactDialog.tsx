import { EnquirerFields } from './EnquirerFields.tsx'
import { EnquiryModal, type EnquiryReply } from './EnquiryModal.tsx'

interface ContactDialogProps {
  dialogTitle: string
  companyId?: string
  /** It is put before the comments. */
  about?: string
  onClose: () => void
  onDone: (reply: EnquiryReply) => void
}

/** Sends a contact request to a partner, or to the tenant. */
export const ContactDialog = ({ dialogTitle, companyId, about = '', onClose, onDone }: ContactDialogProps) => (
  <EnquiryModal
    title={dialogTitle}
    name={`contactPartner:${companyId ?? about}`}
    route="POST /api/public/contactUsPartner"
    input={({ comments, ...sent }) => ({
      ...sent,
      comments: [about, comments].filter(Boolean).join('\n\n'),
      plan: 'IGNORE',
      ...(companyId && { companyId }),
    })}
    onClose={onClose}
    onDone={onDone}
  >
    {(faults) => <EnquirerFields faults={faults} most={2000 - about.length - 2} />}
  </EnquiryModal>
)
