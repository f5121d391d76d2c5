import { Text } from '@mantine/core'
import { IconLock, IconLockOpen, IconMailForward } from '@tabler/icons-react'
import { phrase } from '@tradewind/contract/kit/phrase'
import { can } from '@tradewind/contract/kit/policy'
import { userPolicy } from '@tradewind/contract/platform/policies'
import type { User } from '@tradewind/contract/platform/user.contract'
import { roleNames, stateNames } from '@tradewind/contract/platform/user.fields'
import type { Actor } from '@tradewind/contract/roles'
import type { RowOf } from '#kit/api/calls'
import { failureOf } from '#kit/api/failure'
import { useSend } from '#kit/api/query'
import { useActor } from '#kit/session'
import { useText, type Translate, useLanguage } from '#kit/text'
import { confirm } from '#ui/dialog/confirm'
import { useConfirmedRemove } from '#ui/dialog/deletion'
import { Menu } from '#ui/page/floating'
import { useToast } from '#ui/page/toast'
import { Facts } from '#ui/record/DetailPage'
import { Badge } from '#ui/values/Badge'
import { Day } from '#ui/values/Day'
import { LogoBox } from './LogoField.tsx'
import { labelsIn } from './user.labels.ts'

type Counts = readonly RowOf<'POST /api/admin/belonging/'>[]

const recordTexts: Readonly<Record<string, string>> = {
  company: phrase('{count} company|{count} companies'),
  contact: phrase('{count} contact|{count} contacts'),
  file: phrase('{count} file|{count} files'),
  review: phrase('{count} review|{count} reviews'),
}
const otherRecordsText = phrase('{count} other record|{count} other records')

const sumOf = (counts: Counts) => counts.reduce((sum, { count }) => sum + count, 0)

/** Sentences about what goes with a user who is deleted: records that are deleted, tasks that others get, shares that end. */
const noticesIn = (t: Translate, language: string, counts: Counts) => {
  const some = (...kinds: string[]) => sumOf(counts.filter(({ kind }) => kinds.includes(kind)))
  const [tasks, shares] = [some('task'), some('share')]
  const named = Object.entries(recordTexts).flatMap(([kind, text]) => (some(kind) > 0 ? [t(text, { count: some(kind) })] : []))
  const others = sumOf(counts) - tasks - shares - some(...Object.keys(recordTexts))
  const records = [...named, ...(others > 0 ? [t(otherRecordsText, { count: others })] : [])]
  return [
    ...(records.length > 0
      ? [t('Deleted for good after 30 days: {records}.', { records: new Intl.ListFormat(language).format(records) })]
      : []),
    ...(tasks > 0
      ? [
          t(
            '{count} open task goes back to its author, or else to a tenant admin.|{count} open tasks go back to their authors, or else to a tenant admin.',
            { count: tasks },
          ),
        ]
      : []),
    ...(shares > 0 ? [t('{count} share ends.|{count} shares end.', { count: shares })] : []),
  ]
}

/** Deletes a user after a confirmation that says what goes with them. */
export const useUserRemoval = () => {
  const t = useText()
  const language = useLanguage()
  const { mutateAsync } = useSend('POST /api/admin/belonging/', { changes: [] })
  const fetchNotices = async (uniqueId: string) => noticesIn(t, language, (await mutateAsync({ uniqueId })).data.rows)
  return useConfirmedRemove('admin', { isPermanent: true, fetchNotices })
}

/** The details of a user. */
export const UserFacts = ({ user }: { user: User }) => {
  const t = useText()
  const labels = labelsIn(t)
  const countries = {
    label: labels.allowedCountries,
    value: user.allowedCountries.map((country) => t(country)).join(', ') || null,
  }
  return (
    <Facts
      facts={[
        { label: labels.firstName, value: user.firstName },
        { label: labels.middleName, value: user.middleName || null },
        { label: labels.lastName, value: user.lastName },
        { label: labels.emailAddress, value: user.emailAddress },
        { label: t('Date Created'), value: <Day at={user.dateCreated} /> },
        { label: labels.adminRole, value: t(roleNames[user.adminRole]) },
        ...(user.adminRole === 'ROLE_LEVEL3' ? [countries] : []),
        { label: t('User Company Name'), value: user.userCompanyName || t('Company') },
        { label: labels.userCompanyCountry, value: user.userCompanyCountry && t(user.userCompanyCountry) },
        { label: labels.isPartner, value: user.isPartner ? t('Yes') : t('No') },
        { label: t('State'), value: <StateBadge state={user.state} /> },
        { label: t('Brand Logo'), value: user.brandLogoUID && <LogoBox src={`/api/document/${user.brandLogoUID}`} /> },
      ]}
    />
  )
}

const colors = { INVITED: 'ink', INVITATION_EXPIRED: 'signal', DEACTIVATED: 'gray' } as const

/** The state of an account. One in use has no badge. */
export const StateBadge = ({ state }: Pick<User, 'state'>) => {
  const t = useText()
  const name = t(stateNames[state])
  if (state === 'ACTIVE')
    return (
      <Text span inherit c="dimmed">
        {name}
      </Text>
    )
  return (
    <Badge color={colors[state]} title={name}>
      {name}
    </Badge>
  )
}

/** Returns whether the user has not chosen a password yet. */
export const isInvited = ({ state }: Pick<User, 'state'>) => state === 'INVITED' || state === 'INVITATION_EXPIRED'

/** Returns whether the actor may manage this account. No user manages their own. */
export const mayManage = (actor: Actor, user: Pick<User, 'uniqueId' | 'role'>) =>
  user.uniqueId !== actor.uniqueId && can(actor, userPolicy.manage, user)

/** An administrator's actions on an account, in addition to changing its fields. */
export const useManage = (user: User) => {
  const { uniqueId, fullName, state } = user
  const t = useText()
  const toast = useToast()
  const [invitation, opening] = [
    useSend('POST /api/admin/invite/', { changes: ['admin', 'audit'] }),
    useSend('POST /api/admin/active/', { changes: ['admin', 'audit'] }),
  ]
  const remove = useUserRemoval()
  const isClosed = state === 'DEACTIVATED'

  const showReply = (reply: Promise<{ responseStatus: string; message: string }>) =>
    reply.then(toast.reply, (error: unknown) => toast.failure(failureOf(error)))
  const setActive = async () => {
    if (isClosed || (await confirm(closeQuestion(t, fullName))))
      await showReply(opening.mutateAsync({ uniqueId, isActive: isClosed }))
  }
  return {
    isClosed,
    isInvited: isInvited(user),
    invite: () => showReply(invitation.mutateAsync({ uniqueId })),
    setActive,
    remove: () => remove(uniqueId, fullName),
  }
}

const closeQuestion = (t: ReturnType<typeof useText>, fullName: string) => ({
  title: t('Close this account?'),
  recordName: fullName,
  text: t(
    'The user is signed out immediately and cannot sign in until you reopen the account. Upcoming web calls are cancelled. Nothing is deleted.',
  ),
  confirmLabel: t('Close account'),
})

/** The entries of a user's row menu about the account: its invitation, and whether it is open. */
export const ManageItems = ({ user }: { user: User }) => {
  const t = useText()
  const actor = useActor()
  const { isClosed, invite, setActive, ...managed } = useManage(user)
  if (!mayManage(actor, user)) return null
  const Lock = isClosed ? IconLockOpen : IconLock
  return (
    <>
      {managed.isInvited && (
        <Menu.Item onClick={() => void invite()} leftSection={<IconMailForward size={16} aria-hidden />}>
          {t('Send invitation again')}
        </Menu.Item>
      )}
      <Menu.Item onClick={() => void setActive()} leftSection={<Lock size={16} aria-hidden />}>
        {isClosed ? t('Reopen account') : t('Close account')}
      </Menu.Item>
    </>
  )
}
