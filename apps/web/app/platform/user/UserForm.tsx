import type { Role } from '@tradewind/contract/roles'
import { useState } from 'react'
import { useText } from '#kit/text'
import { FormPage } from '#ui/form/FormPage'
import { LogoField } from './LogoField.tsx'
import { labelsIn, showIn } from './user.words.ts'
import { emptyUser, sentUser, UserFields } from './UserFields.tsx'

interface UserFormProps {
  /** The screen above: its name, and its path where that is not the list of users. */
  listTitle: string
  above?: string
  newTitle: string
  /** The roles that may be given. */
  roles: readonly Role[]
  isMain: boolean
  /** The role that the user has now. */
  was?: Role | undefined
  /** Takes a brand logo along with a new user. */
  withLogo?: boolean
}

/** Creates a user, or changes the one that the address names, as administrators do. */
export const UserForm = ({ listTitle, above, newTitle, roles, isMain, was, withLogo = false }: UserFormProps) => {
  const t = useText()
  const [file, setFile] = useState<File | null>(null)
  const labels = { ...labelsIn(t), file: t('Brand Logo') }
  return (
    <FormPage
      kind="admin"
      listTitle={listTitle}
      newTitle={newTitle}
      {...(above && { above })}
      nameOf={({ fullName }) => fullName}
      empty={emptyUser}
      labels={labels}
      required={['firstName', 'lastName', 'emailAddress', 'adminRole']}
      show={showIn(t)}
      sent={(fields, values) => ({ ...sentUser(fields, values, isMain), ...(file && { file }) })}
    >
      {(field, failure) => (
        <>
          <UserFields field={field} roles={roles} isMain={isMain} was={was} />
          {withLogo && (
            <LogoField file={file} onFile={setFile} error={failure?.fields['file'] ? t(failure.fields['file']) : null} />
          )}
        </>
      )}
    </FormPage>
  )
}
