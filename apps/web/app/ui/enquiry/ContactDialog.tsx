import { AskerFields } from './AskerFields.tsx'
import { AskingDialog } from './AskingDialog.tsx'
import type { Said } from './useAsking.ts'

interface ContactDialogProps {
  dialogTitle: string
  companyId?: string
  /** It goes before the comments. */
  about?: string
  onClose: () => void
  onDone: (said: Said) => void
}

/** Asks a partner, or the tenant, for contact. */
export const ContactDialog = ({ dialogTitle, companyId, about = '', onClose, onDone }: ContactDialogProps) => (
  <AskingDialog
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
    {(faults) => <AskerFields faults={faults} most={2000 - about.length - 2} />}
  </AskingDialog>
)
