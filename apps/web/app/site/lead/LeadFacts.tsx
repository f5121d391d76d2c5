import { plans } from '@tradewind/contract/plan'
import { deliveryPeriods, leadSourceNames, serviceNames } from '@tradewind/contract/site/lead.constants'
import type { Lead } from '@tradewind/contract/site/lead.contract'
import type { ReactNode } from 'react'
import { languageNames, type Translate, useText } from '#kit/text'
import { Facts } from '#ui/record/DetailPage'
import { RecordLink } from '#ui/record/RecordLink'
import { Day } from '#ui/values/Day'
import { externalLink, mailtoOf, telOf } from '#ui/values/links'

export const nameOf = ({ firstName, lastName, email }: Lead) => `${firstName} ${lastName}`.trim() || email

/** The path of the open page that shows a lead's answers as visitors see their own. */
export const resultPath = ({ uniqueId }: Lead) => `/self-assessment/${uniqueId}`

export const LeadFacts = ({ lead }: { lead: Lead }) => {
  const t = useText()
  return (
    <Facts facts={[...enquirerFacts(t, lead), ...enquiryFacts(t, lead), ...consentFacts(t, lead), ...conversionFacts(t, lead)]} />
  )
}

type Fact = { label: string; value: ReactNode }

const enquirerFacts = (t: Translate, { dateCreated, title, firstName, lastName, email, ...lead }: Lead): Fact[] => [
  { label: t('Date Created'), value: <Day at={dateCreated} precise /> },
  { label: t('Source'), value: t(leadSourceNames[lead.source]) },
  { label: t('Title'), value: title },
  { label: t('First Name'), value: firstName || null },
  { label: t('Last Name'), value: lastName || null },
  { label: t('Email'), value: externalLink(mailtoOf(email), email) },
  {
    label: t('Contact Number'),
    value: lead.contactNumber && externalLink(telOf(lead.contactNumber), lead.contactNumber),
  },
  { label: t('Country'), value: lead.country ? t(lead.country) : null },
  { label: t('Registered User'), value: lead.registeredUser ? t('YES') : t('NO') },
]

/** The enquiry's facts by source; values that were not given are shown as missing. */
const enquiryFacts = (t: Translate, lead: Lead): Fact[] => {
  const comments = { label: t('Comments'), value: lead.comments }
  switch (lead.source) {
    case 'ENQUIRY':
      return [
        { label: t('Services'), value: lead.services.map((key) => <div key={key}>{t(serviceNames[key])}</div>) },
        { label: t('Target market'), value: lead.targetCountry && t(lead.targetCountry) },
        { label: t('Delivery period'), value: lead.deliveryPeriod && t(deliveryPeriods[lead.deliveryPeriod]) },
      ]
    case 'PLAN':
      return [{ label: t('Plan requested'), value: planName(t, lead) }, comments]
    case 'PARTNER':
      return [{ label: t('Partner'), value: lead.partner?.userCompanyName ?? null }, comments]
    default:
      return []
  }
}

const planName = (t: Translate, lead: Lead) => {
  const plan = plans.find(({ key }) => key === lead.plan)
  return plan ? t(plan.name) : null
}

/** The privacy policy that was agreed to. */
const consentFacts = (t: Translate, { consent }: Lead): Fact[] =>
  consent
    ? [
        {
          label: t('Agreed to'),
          value: (
            <>
              {t('Privacy policy, version {version} ({language})', {
                version: consent.version,
                language: languageNames[consent.language],
              })}
              , <Day at={consent.at} precise />
            </>
          ),
        },
      ]
    : []

const conversionFacts = (t: Translate, { company, contact }: Lead): Fact[] => [
  ...(company
    ? [{ label: t('Company'), value: <RecordLink kind="company" uniqueId={company.uniqueId} name={company.legalName} /> }]
    : []),
  ...(contact
    ? [{ label: t('Contact'), value: <RecordLink kind="contact" uniqueId={contact.uniqueId} name={contact.fullName} /> }]
    : []),
]
