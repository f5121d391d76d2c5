import { Anchor, Group } from '@mantine/core'
import { IconBuildingFactory2, IconMail, IconPhone } from '@tabler/icons-react'
import type { Contact } from '@tradewind/contract/crm/contact.contract'
import { contactFields } from '@tradewind/contract/crm/contact.fields'
import { contactPolicy, meetingReportPolicy } from '@tradewind/contract/crm/policies'
import { phrase } from '@tradewind/contract/kit/phrase'
import { can } from '@tradewind/contract/kit/policy'
import { historyOf } from '@tradewind/contract/platform/policies'
import { Link } from 'react-router'
import { CompanyLink } from '#crm/company/CompanyLink'
import { useContactEditing } from '#crm/contact/useContactEditing'
import { MergedLine } from '#crm/merge/mergeRecords'
import { lastMeetingQuery } from '#crm/record.feature'
import { RecordHead } from '#crm/RecordHead'
import { Timeline } from '#crm/Timeline'
import { useList } from '#kit/api/query'
import { useArea } from '#kit/area'
import { guard } from '#kit/guard'
import { useActor } from '#kit/session'
import { useText } from '#kit/text'
import { useZone } from '#kit/zone'
import { useCustomFacts } from '#ui/entity/useCustom'
import { useFieldFormatter } from '#ui/entity/useFieldFormatter'
import { useFields } from '#ui/entity/useFields'
import { DetailPage, Facts, Panel } from '#ui/record/DetailPage'
import { History } from '#ui/record/History'
import { Badge } from '#ui/values/Badge'
import { today } from '#ui/values/dates'
import { Day } from '#ui/values/Day'
import { externalLink, mailtoOf, telOf } from '#ui/values/links'
import { useNextActions } from './nextActions.tsx'
import { RecordTabs } from './RecordTabs.tsx'

export const handle = { name: phrase('Contact') }
export const clientLoader = guard({ rules: contactPolicy.see })

const companyOf = ({ company }: Contact) => <CompanyLink of={company} />
const nameOf = ({ fullName }: Pick<Contact, 'fullName'>) => fullName

export default function ContactShow() {
  const t = useText()
  return (
    <DetailPage kind="contact" policy={contactPolicy} listTitle={t('Contacts')} nameOf={nameOf} actions={headOf}>
      {(contact) => (
        <>
          <ContactDetails contact={contact} />
          <MergedLine kind="contact" policy={contactPolicy} record={contact} />
          <Parts key={contact.uniqueId} contact={contact} />
        </>
      )}
    </DetailPage>
  )
}

const Head = ({ contact }: { contact: Contact }) => {
  const { all, dialog } = useNextActions({ kind: 'contact', uniqueId: contact.uniqueId }, contact.company.uniqueId ?? undefined)
  return (
    <>
      <RecordHead kind="contact" policy={contactPolicy} record={contact} name={nameOf(contact)} next={all} />
      {dialog}
    </>
  )
}

const headOf = (contact: Contact) => <Head key={contact.uniqueId} contact={contact} />

/** The text beside an icon gives way, not the icon. */
const icon = { size: 16, style: { flex: 'none' }, 'aria-hidden': true } as const

/** The contact's company, mail address and phone number. */
const ContactDetails = ({ contact: { company, email, emailBounced, number } }: { contact: Contact }) => (
  <Group gap="lg" mt="-sm" className="quiet-links" fz="sm">
    <Group gap={6} wrap="nowrap" miw={0}>
      <IconBuildingFactory2 {...icon} />
      <div style={{ minWidth: 0 }}>
        <CompanyLink of={company} />
      </div>
    </Group>
    {email && (
      <Group gap={6} wrap="nowrap" miw={0}>
        <IconMail {...icon} />
        <span style={{ overflowWrap: 'anywhere' }}>{externalLink(mailtoOf(email), email)}</span>
        {emailBounced && <Bounced />}
      </Group>
    )}
    {number && (
      <Group gap={6} wrap="nowrap">
        <IconPhone {...icon} />
        {externalLink(telOf(number), number)}
      </Group>
    )}
  </Group>
)

/** Explains why no mails about reviews are sent to this address. */
const Bounced = () => {
  const t = useText()
  return (
    <Badge color="red" isUntruncated>
      {t('Email came back')}
    </Badge>
  )
}

const Parts = ({ contact }: { contact: Contact }) => {
  const t = useText()
  const actor = useActor()
  const { facts } = useFields(contactFields)
  const edit = useContactEditing()
  const custom = useCustomFacts('contact', contact, { edit })
  const words = useFieldFormatter(contactFields)
  const { uniqueId } = contact
  const last = can(actor, meetingReportPolicy.see)
    ? [{ field: 'lastContact', label: t('Last Contact'), value: <LastContact contactId={uniqueId} /> }]
    : []
  return (
    <RecordTabs
      kind="contact"
      uniqueId={uniqueId}
      overview={
        <>
          <Panel>
            <Facts facts={[...facts(contact, { companyId: companyOf }, edit), ...custom, ...last]} />
          </Panel>
          <Timeline kind="contact" uniqueId={uniqueId} />
        </>
      }
      history={can(actor, historyOf(contactPolicy), contact) && <History kind="contact" uniqueId={uniqueId} {...words} />}
    />
  )
}

/** The day of the last meeting that the contact attended, as a link to its report. */
const LastContact = ({ contactId }: { contactId: string }) => {
  const at = useArea()
  const dateTo = today(useZone())
  const { data } = useList('GET /api/meetingReport/', lastMeetingQuery(contactId, dateTo))
  const last = data?.rows[0]
  if (!data) return '…'
  if (!last) return <Day at={null} />
  return (
    <Anchor component={Link} to={at(`meetingReport/show/${last.uniqueId}`)} prefetch="intent" inherit>
      <Day at={last.date} />
    </Anchor>
  )
}
