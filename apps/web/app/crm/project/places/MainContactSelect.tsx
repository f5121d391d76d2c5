import { contactPolicy } from '@tradewind/contract/crm/contact.policy'
import { can } from '@tradewind/contract/kit/policy'
import { useActor } from '#kit/session'
import { useText } from '#kit/text'
import type { FieldProps } from '#ui/form/FormPage'
import { SeekOne } from '#ui/seek/SeekOne'
import type { PlaceValues } from './place.values.ts'

interface MainContactSelectProps extends FieldProps {
  companyId: string | null
}

/** One of the company's contacts. The one that was chosen before stays until another company is. */
export const MainContactSelect = ({ companyId, value, onChange, ...field }: MainContactSelectProps) => {
  const t = useText()
  const maySee = can(useActor(), contactPolicy.see)
  const contact = value as PlaceValues['mainContact']
  return (
    <SeekOne
      key={companyId}
      {...field}
      route="GET /api/contact/fetchAllByCompany/:companyId"
      asked={{ companyId: companyId ?? '', sort: 'lastName' }}
      enabled={companyId !== null && maySee}
      nameOf={({ fullName }) => fullName}
      value={contact?.uniqueId ?? null}
      called={contact?.fullName}
      onChoose={(found) => onChange(found && { uniqueId: found.uniqueId, fullName: found.fullName })}
      description={companyId ? undefined : t('Choose the company first.')}
      disabled={!companyId}
      clearable
    />
  )
}
