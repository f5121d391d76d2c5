import { Anchor, Text } from '@mantine/core'
import type { MeetingReport } from '@tradewind/contract/crm/meetingReport.contract'
import { contactPolicy } from '@tradewind/contract/crm/policies'
import { can } from '@tradewind/contract/kit/policy'
import { Link } from 'react-router'
import { useArea } from '#kit/area'
import { useActor } from '#kit/session'
import { useText } from '#kit/text'
import { useEditedRecord } from '#ui/entity/editedRecord'
import type { FieldProps } from '#ui/form/FormPage'
import { SearchMultiSelect } from '#ui/form/SearchSelect'

interface AttendeesProps extends FieldProps {
  /** The company whose contacts are offered; empty while none is chosen. */
  companyId: string
  /** Creates a missing contact with the typed name. */
  onNew?: (name: string) => void
}

/** Selects the attendees: contacts of the company. If it has none, links to the form that creates one. */
export const Attendees = ({ companyId, ...field }: AttendeesProps) => {
  const t = useText()
  return (
    <SearchMultiSelect
      key={companyId}
      {...field}
      route="GET /api/contact/fetchAllByCompany/:companyId"
      query={{ companyId, sort: 'lastName' }}
      enabled={companyId !== ''}
      disabled={companyId === ''}
      data-autofocus={(companyId !== '' && Array.isArray(field.value) && field.value.length === 0) || undefined}
      openOnFocus={false}
      placeholder={companyId === '' ? t('Choose a company first') : undefined}
      refOf={({ uniqueId, fullName }) => ({ uniqueId, fullName })}
      nameOf={({ fullName }) => fullName}
      emptyContent={!field.onNew && <NoContacts companyId={companyId} />}
    />
  )
}

/** The attendees of a report that is edited in place. */
export const AttendeesInput = (field: FieldProps) => (
  <Attendees {...field} companyId={(useEditedRecord() as MeetingReport).companyUID} />
)

const NoContacts = ({ companyId }: { companyId: string }) => {
  const t = useText()
  const at = useArea()
  const mayCreate = can(useActor(), contactPolicy.create)
  return (
    <Text size="sm" mt={8}>
      {t('This company has no contacts yet.')}{' '}
      {mayCreate && (
        <Anchor component={Link} to={at(`contact/create/${companyId}`)} inherit>
          {t('Create a contact')}
        </Anchor>
      )}
    </Text>
  )
}
