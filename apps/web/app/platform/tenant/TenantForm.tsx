import { Fieldset, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core'
import { phrase } from '@tradewind/contract/kit/phrase'
import { tenantPolicy } from '@tradewind/contract/platform/policies'
import { guard } from '#kit/guard'
import { useText } from '#kit/text'
import { type FieldProps, FormPage } from '#ui/form/FormPage'
import { labelsIn } from './tenant.ts'
import styles from './tenant.module.css'

export const handle = { name: phrase('Tenant') }
export const clientLoader = guard({ rules: tenantPolicy.update })

const empty = {
  fullName: '',
  domainName: '',
  secondaryDomainName: '',
  firstName: '',
  middleName: '',
  lastName: '',
  emailAddress: '',
  phoneNumber: '',
  address: '',
}

/** Creates and changes tenants. The personal names, address and numbers are the contact person's: they are no account to sign in with. */
export default function TenantForm() {
  const t = useText()
  return (
    <FormPage
      kind="tenant"
      listTitle={t('Tenants')}
      newTitle={t('Create Tenant')}
      nameOf={({ fullName }) => fullName}
      empty={empty}
      labels={labelsIn(t)}
      required={['fullName', 'domainName', 'firstName', 'lastName', 'emailAddress']}
    >
      {(field) => (
        <>
          <TextInput {...field('fullName')} autoComplete="off" />
          <TextInput
            {...field('domainName')}
            placeholder="example.com"
            description={t("The tenant's pages are at this host name, and people sign in there.")}
            inputMode="url"
            autoComplete="off"
          />
          <TextInput {...field('secondaryDomainName')} placeholder="www.example.com" inputMode="url" autoComplete="off" />
          <ContactPerson field={field} />
        </>
      )}
    </FormPage>
  )
}

const ContactPerson = ({ field }: { field: (name: keyof typeof empty) => FieldProps }) => {
  const t = useText()
  return (
    <Fieldset variant="unstyled" legend={t('Contact person')} className={styles.contact}>
      <Stack>
        <SimpleGrid cols={{ base: 1, sm: 3 }}>
          <TextInput {...field('firstName')} autoComplete="off" />
          <TextInput {...field('middleName')} autoComplete="off" />
          <TextInput {...field('lastName')} autoComplete="off" />
        </SimpleGrid>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <TextInput {...field('emailAddress')} type="email" autoComplete="off" />
          <TextInput {...field('phoneNumber')} type="tel" autoComplete="off" />
        </SimpleGrid>
        <Textarea {...field('address')} autosize minRows={3} maxRows={8} />
      </Stack>
    </Fieldset>
  )
}
