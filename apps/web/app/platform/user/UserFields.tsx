import { Checkbox, TextInput } from '@mantine/core'
import { phrase } from '@tradewind/contract/kit/phrase'
import { roleNames } from '@tradewind/contract/platform/user.fields'
import { isMember, type Role } from '@tradewind/contract/roles'
import { Suspense, useState } from 'react'
import { useText } from '#kit/text'
import { CountrySelect } from '#ui/entity/useFieldForm'
import { type FieldProps, FormPage } from '#ui/form/FormPage'
import { Picker } from '#ui/form/Picker'
import { lazyWithRetry } from '#ui/page/lazyWithRetry'
import { LogoField } from './LogoField.tsx'
import { labelsIn, showIn } from './user.labels.ts'

/** The empty form of a new user. */
export const emptyUser = {
  firstName: '',
  middleName: '',
  lastName: '',
  emailAddress: '',
  adminRole: '' as Role | '',
  allowedCountries: [] as string[],
  userCompanyName: '',
  userCompanyCountry: '',
  isPartner: false,
}
type UserValues = typeof emptyUser

/** The fields that apply to the chosen role and account: values of fields that were hidden later are not sent. */
export const userInput = (fields: Partial<UserValues>, { adminRole }: Pick<UserValues, 'adminRole'>, isMain: boolean) => {
  const { allowedCountries, userCompanyName, userCompanyCountry, isPartner, ...others } = fields
  const optionalField = (name: keyof UserValues, value: unknown) => (value === undefined ? {} : { [name]: value })
  return {
    ...others,
    ...(adminRole === 'ROLE_LEVEL3' && optionalField('allowedCountries', allowedCountries)),
    ...(isMain && {
      ...optionalField('userCompanyName', userCompanyName),
      ...optionalField('userCompanyCountry', userCompanyCountry),
      ...optionalField('isPartner', isPartner),
    }),
  }
}

const PlanChange = lazyWithRetry(async () => (await import('#platform/PlanChange')).PlanChange)

type NameOf = keyof Pick<UserValues, 'firstName' | 'middleName' | 'lastName'>

export const NameFields = ({ field }: { field: (name: NameOf) => FieldProps }) => (
  <>
    <TextInput {...field('firstName')} autoComplete="off" />
    <TextInput {...field('middleName')} autoComplete="off" />
    <TextInput {...field('lastName')} autoComplete="off" />
  </>
)

interface UserFieldsProps {
  field: (name: keyof UserValues) => FieldProps
  /** The roles that the actor may assign. */
  roles: readonly Role[]
  /** The user's current role. */
  previousRole?: Role | undefined
  /** The user has chosen a password: only they can change their address. */
  hasOwnAddress: boolean
  /** In the main account a user has a company of their own, and may be a partner. */
  isMain: boolean
}

/** What staff of a role see and do; the names of plans speak for themselves. */
const roleReaches: Partial<Record<Role, string>> = {
  ROLE_TENANT_ADMIN: phrase('Sees and changes all records of the staff, and manages users, settings and texts.'),
  ROLE_ADMIN: phrase('Sees all records of the staff, and changes and deletes those that they created.'),
  ROLE_LEVEL3: phrase(
    'Works with the companies and contacts of some countries, and sees what is shared with or assigned to them.',
  ),
  ROLE_LEVEL2: phrase('As level 1. Projects are in the menu, and paid content is open.'),
  ROLE_LEVEL1: phrase('Sees summaries and projects that are shared with them, and their open tasks.'),
}

/** The fields of a user that administrators edit. Countries apply only to level 3. */
const UserFields = ({ field, roles, previousRole, hasOwnAddress, isMain }: UserFieldsProps) => {
  const t = useText()
  const isPartner = field('isPartner')
  const reach = roleReaches[field('adminRole').value as Role]
  return (
    <>
      <NameFields field={field} />
      <TextInput
        {...field('emailAddress')}
        type="email"
        inputMode="email"
        autoComplete="off"
        spellCheck={false}
        readOnly={hasOwnAddress}
        description={
          hasOwnAddress
            ? t('Only they can change it, in their settings')
            : !previousRole && t('We send an email with a link to choose a password. The link works for 7 days.')
        }
      />
      <Picker
        {...field('adminRole')}
        description={reach && t(reach)}
        value={String(field('adminRole').value) || null}
        data={roles.map((role) => ({ value: role, label: t(roleNames[role]) }))}
      />
      <Change from={previousRole} to={field('adminRole').value as Role} />
      {field('adminRole').value === 'ROLE_LEVEL3' && <AllowedCountries {...field('allowedCountries')} />}
      {isMain && (
        <>
          <TextInput {...field('userCompanyName')} autoComplete="off" />
          <CountrySelect {...field('userCompanyCountry')} />
          <Checkbox
            id={isPartner.id}
            name={isPartner.name}
            label={isPartner.label}
            checked={isPartner.value === true}
            onChange={isPartner.onChange}
            error={isPartner.error}
          />
        </>
      )}
    </>
  )
}

/** The effect of another plan for a member. */
const Change = ({ from, to }: { from: Role | undefined; to: Role }) => {
  if (!from || from === to || !isMember({ roles: [from] }) || !isMember({ roles: [to] })) return null
  return (
    <Suspense>
      <PlanChange from={from} to={to} />
    </Suspense>
  )
}

const AllowedCountries = (field: FieldProps) => {
  const t = useText()
  return (
    <CountrySelect
      {...field}
      multiple
      required
      description={t('Users of level 3 work with companies in these countries, and with records that they created.')}
    />
  )
}

interface UserFormProps {
  /** The parent screen: its name, and its path if that is not the list of users. */
  listTitle: string
  parentPath?: string
  newTitle: string
  /** The roles that the actor may assign. */
  roles: readonly Role[]
  isMain: boolean
  /** The user's current role. */
  previousRole?: Role | undefined
  /** The user has chosen a password: only they can change their address. */
  hasOwnAddress?: boolean
  /** A brand logo can be uploaded with a new user. */
  withLogo?: boolean
}

/** Creates a user, or changes the one that the address names, as administrators do. */
export const UserForm = ({
  listTitle,
  parentPath,
  newTitle,
  roles,
  isMain,
  previousRole,
  hasOwnAddress = false,
  withLogo = false,
}: UserFormProps) => {
  const t = useText()
  const [file, setFile] = useState<File | null>(null)
  const labels = { ...labelsIn(t), file: t('Brand Logo') }
  return (
    <FormPage
      kind="admin"
      listTitle={listTitle}
      newTitle={newTitle}
      {...(parentPath && { parentPath })}
      nameOf={({ fullName }) => fullName}
      empty={emptyUser}
      labels={labels}
      required={['firstName', 'lastName', 'emailAddress', 'adminRole']}
      show={showIn(t)}
      sent={(fields, values) => ({ ...userInput(fields, values, isMain), ...(file && { file }) })}
    >
      {(field, failure) => (
        <>
          <UserFields field={field} roles={roles} isMain={isMain} previousRole={previousRole} hasOwnAddress={hasOwnAddress} />
          {withLogo && (
            <LogoField file={file} onFile={setFile} error={failure?.fields['file'] ? t(failure.fields['file']) : null} />
          )}
        </>
      )}
    </FormPage>
  )
}
