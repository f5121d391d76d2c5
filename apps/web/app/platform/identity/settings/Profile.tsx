import { Button, Divider, Skeleton, Stack, TextInput } from '@mantine/core'
import type { User } from '@tradewind/contract/platform/user.contract'
import { useCall } from '#kit/api/query'
import { useActor } from '#kit/session'
import { useText } from '#kit/text'
import { Card } from '#ui/page/Card'
import { ErrorSummary } from '#ui/page/ErrorSummary'
import { ErrorState } from '#ui/page/ErrorState'
import { labelsIn } from '#platform/user/account/user.words'
import { Address } from './Address.tsx'
import { useSettingsForm } from './useSettingsForm.ts'

/** Who one is: the names at once, the address once it is confirmed. */
export const Profile = () => {
  const t = useText()
  const { uniqueId } = useActor()
  const { data: user, error, refetch } = useCall('GET /api/admin/:uniqueId', { uniqueId })
  return (
    <Card title={t('Profile')} about={t('How others here see you, and what you sign in with.')}>
      {error && !user && <ErrorState failure={error} onRetry={() => void refetch()} />}
      {!user && !error && <Skeleton height={220} />}
      {user && <Names user={user} />}
      {user && <Divider color="var(--tw-hairline)" />}
      {user && <Address current={user.emailAddress} />}
    </Card>
  )
}

const Names = ({ user: { uniqueId, firstName, middleName, lastName } }: { user: User }) => {
  const t = useText()
  const { firstName: first, middleName: middle, lastName: last } = labelsIn(t)
  const start = { firstName, middleName: middleName ?? '', lastName }
  const { field, submit, isPending, error } = useSettingsForm('PATCH /api/admin/', start, { more: { uniqueId } })
  return (
    <form noValidate onSubmit={submit}>
      <Stack maw={420}>
        {error && <ErrorSummary failure={error} labels={{ firstName: first, middleName: middle, lastName: last }} />}
        <TextInput label={first} required autoComplete="given-name" {...field('firstName')} />
        <TextInput label={middle} autoComplete="additional-name" {...field('middleName')} />
        <TextInput label={last} required autoComplete="family-name" {...field('lastName')} />
        <Button type="submit" loading={isPending} style={{ alignSelf: 'flex-start' }}>
          {t('Save')}
        </Button>
      </Stack>
    </form>
  )
}
