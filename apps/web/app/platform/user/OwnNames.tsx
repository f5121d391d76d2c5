import { can } from '@tradewind/contract/kit/policy'
import type { User } from '@tradewind/contract/platform/user.contract'
import { userPolicy } from '@tradewind/contract/platform/user.policy'
import { useAnswer } from '#kit/api/query'
import { useActor } from '#kit/session'
import { useText } from '#kit/text'
import { FormPage } from '#ui/form/FormPage'
import { labelsIn } from './account/user.words.ts'
import { NameFields } from './account/UserFields.tsx'

/** One's own account: the names alone. Role and countries are for others to decide, the address has its own way in the settings. */
export const OwnNames = ({ user: { uniqueId } }: { user: User }) => {
  const t = useText()
  const account = useAnswer('GET /api/auth/account', {})
  const mayList = can(useActor(), userPolicy.list)
  const { firstName, middleName, lastName } = labelsIn(t)
  return (
    <FormPage
      kind="admin"
      listTitle={mayList ? t('Users') : t('Your profile')}
      newTitle={t('Create user')}
      {...(!mayList && { above: `show/${uniqueId}` })}
      onSaved={() => void account.refresh()}
      nameOf={({ fullName }) => fullName}
      empty={{ firstName: '', middleName: '', lastName: '' }}
      labels={{ firstName, middleName, lastName }}
      required={['firstName', 'lastName']}
    >
      {(field) => <NameFields field={field} />}
    </FormPage>
  )
}
