import { useText } from '#kit/text'
import { ContactBlock } from '#site/enquiry/ContactBlock'

interface ContactPartnerProps {
  companyId: string
  company: string
}

/** The way to a partner. */
export const ContactPartner = ({ companyId, company }: ContactPartnerProps) => {
  const t = useText()
  return (
    <ContactBlock
      title={t('Work with {company}', { company })}
      text={t('Ask for a first talk. We put you in touch.')}
      button={t('Contact this partner')}
      dialogTitle={t('Contact {company}', { company })}
      companyId={companyId}
      isMain
    />
  )
}
