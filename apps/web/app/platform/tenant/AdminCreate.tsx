import { TextInput } from '@mantine/core'
import { phrase } from '@tradewind/contract/kit/phrase'
import { tenantPolicy } from '@tradewind/contract/platform/policies'
import { roleNames } from '@tradewind/contract/platform/user.fields'
import { useParams } from 'react-router'
import { ActingTenantContext } from '#kit/api/query'
import { useRecord } from '#kit/api/records'
import { guard } from '#kit/guard'
import { useText } from '#kit/text'
import { labelsIn } from '#platform/user/user.labels'
import { NameFields } from '#platform/user/UserFields'
import { FormPage } from '#ui/form/FormPage'

export const handle = { name: phrase('Create Tenant Admin') }
export const clientLoader = guard({ rules: tenantPolicy.create })

const empty = { firstName: '', middleName: '', lastName: '', emailAddress: '' }
const adminRole = 'ROLE_TENANT_ADMIN'

/** Creates an admin of the tenant that the address names. The role is fixed. */
export default function AdminCreate() {
  const t = useText()
  const { tenantUID = '' } = useParams()
  const { data: tenant } = useRecord('tenant', tenantUID)
  const labels = labelsIn(t)
  return (
    <ActingTenantContext value={tenantUID}>
      <FormPage
        kind="admin"
        parentPath={`/superAdmin/tenant/show/${tenantUID}`}
        listTitle={tenant?.fullName ?? t('Tenant')}
        newTitle={t('Create Tenant Admin')}
        nameOf={({ fullName }) => fullName}
        empty={empty}
        labels={labels}
        required={['firstName', 'lastName', 'emailAddress']}
        sent={(fields) => ({ ...fields, adminRole })}
      >
        {(field) => (
          <>
            <NameFields field={field} />
            <TextInput
              {...field('emailAddress')}
              type="email"
              autoComplete="off"
              description={t('We send an email with a link to choose a password. The link works for 7 days.')}
            />
            <TextInput label={labels.adminRole} value={t(roleNames[adminRole])} readOnly variant="filled" />
          </>
        )}
      </FormPage>
    </ActingTenantContext>
  )
}
