import { EnquirerFields } from './EnquirerFields.tsx'
import { EnquiryModal, type EnquiryReply } from './EnquiryModal.tsx'

interface ContactDialogProps {
  dialogTitle: string
  companyId?: string
  /** It is put before the comments. */
  subject?: string
  onClose: () => void
  onDone: (reply: EnquiryReply) => void
}

/** Sends a contact request to a partner, or to the tenant. */
export const ContactDialog = ({ dialogTitle, companyId, subject = '', onClose, onDone }: ContactDialogProps) => (
  <EnquiryModal
    title={dialogTitle}
    name={`contactPartner:${companyId ?? subject}`}
    route="POST /api/public/contactUsPartner"
    input={({ comments, ...sent }) => ({
      ...sent,
      comments: [subject, comments].filter(Boolean).join('\n\n'),
      plan: 'IGNORE',
      ...(companyId && { companyId }),
    })}
    onClose={onClose}
    onDone={onDone}
  >
    {(faults) => <EnquirerFields faults={faults} maxCommentLength={2000 - subject.length - 2} />}
  </EnquiryModal>
)
