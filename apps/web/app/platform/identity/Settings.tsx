import { Alert, Button, Divider, Group, Paper, Skeleton, Stack, Text, TextInput, Title } from '@mantine/core'
import { IconMailCheck } from '@tabler/icons-react'
import { phrase } from '@tradewind/contract/kit/phrase'
import { can } from '@tradewind/contract/kit/policy'
import type { Session } from '@tradewind/contract/platform/identity.contract'
import { userPolicy } from '@tradewind/contract/platform/policies'
import type { User } from '@tradewind/contract/platform/user.contract'
import { useEffect, useRef, useState } from 'react'
import { failureOf } from '#kit/api/failure'
import { useCall, useList, useSend } from '#kit/api/query'
import { draftOf } from '#kit/browser/drafts'
import { useEntries } from '#kit/feature'
import { guard } from '#kit/guard'
import { endSession, useActor } from '#kit/session'
import { useText } from '#kit/text'
import { labelsIn } from '#platform/user/user.labels'
import { Dialog } from '#ui/dialog/Dialog'
import { ErrorSummary } from '#ui/form/notices'
import { Restored } from '#ui/form/Restored'
import { Card } from '#ui/page/Card'
import { LazyPart } from '#ui/page/lazyWithRetry'
import { ErrorState } from '#ui/page/states'
import { useToast } from '#ui/page/toast'
import { Badge } from '#ui/values/Badge'
import { Day } from '#ui/values/Day'
import { Brand, Preferences, SettingsPage } from './SettingsPage.tsx'
import { PasswordField } from './SignIn.tsx'
import { useSettingsForm } from './useSettingsForm.ts'

export const handle = { name: phrase('Settings') }
export const clientLoader = guard()

/** The user's own account: profile, brand, preferences, settings of other features, password and sessions. */
export default function Settings() {
  const actor = useActor()
  const { data: account, error, refetch } = useCall('GET /api/auth/account', {})
  const { settings } = useEntries()
  const mayBrand = can(actor, userPolicy.brand, actor)
  const sections = [
    { anchor: 'profile', text: phrase('Profile') },
    { anchor: 'preferences', text: phrase('Language, time zone and appearance') },
    ...(mayBrand
      ? [{ anchor: 'brand', text: can(actor, userPolicy.describe, actor) ? phrase('Brand') : phrase('Your company') }]
      : []),
    ...settings.flatMap((entry) => entry.sections),
    { anchor: 'change-password', text: phrase('Change password') },
    { anchor: 'sessions', text: phrase('Where you are signed in') },
  ]
  return (
    <SettingsPage sections={sections}>
      {error && !account && <ErrorState failure={error} onRetry={() => void refetch()} />}
      <Profile />
      {account && <Preferences account={account} />}
      {!account && !error && <Skeleton height={280} />}
      {mayBrand && account && <Brand account={account} />}
      {settings.map((entry) => (
        <LazyPart key={entry.name} load={entry.load} props={{}} fallback={<Skeleton height={280} />} />
      ))}
      <Paper withBorder p={{ base: 'md', sm: 'lg' }} id="change-password" tabIndex={-1}>
        <ChangePassword />
      </Paper>
      <Paper withBorder p={{ base: 'md', sm: 'lg' }} id="sessions" tabIndex={-1}>
        <Sessions />
      </Paper>
    </SettingsPage>
  )
}

/** The user's names, which change immediately, and the mail address, which changes after confirmation. */
const Profile = () => {
  const t = useText()
  const { uniqueId } = useActor()
  const { data: user, error, refetch } = useCall('GET /api/admin/:uniqueId', { uniqueId })
  return (
    <Card anchor="profile" title={t('Profile')} description={t('How colleagues see you, and what you sign in with.')}>
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
  const current = { firstName, middleName: middleName ?? '', lastName }
  const form = useSettingsForm('PATCH /api/admin/', { name: 'settings/profile', current, more: { uniqueId } })
  const { field, submit, isPending, error, restored } = form
  return (
    <form noValidate onSubmit={submit}>
      <Stack maw={420}>
        <Restored {...restored} />
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

const addressDraft = 'settings/address'

/** The mail address used to sign in. A new one takes effect when the link that is mailed to it is used. */
const Address = ({ current }: { current: string }) => {
  const t = useText()
  const [step, setStep] = useState<'shown' | 'asked' | 'sent'>(() => (draftOf(addressDraft).read() ? 'asked' : 'shown'))
  return (
    <Stack maw={420} gap="sm">
      <div>
        <Text size="sm" fw={500}>
          {t('Email Address')}
        </Text>
        <Text style={{ overflowWrap: 'anywhere' }}>{current}</Text>
      </div>
      {step === 'sent' && (
        <Alert icon={<IconMailCheck aria-hidden />} role="status">
          {t('We have sent an email with a link to the new address. Until you confirm it, the old one stays in use.')}
        </Alert>
      )}
      {step === 'asked' ? (
        <NewAddress onSent={() => setStep('sent')} onCancel={() => setStep('shown')} />
      ) : (
        <Button variant="default" onClick={() => setStep('asked')} style={{ alignSelf: 'flex-start' }}>
          {t('Change the address')}
        </Button>
      )}
    </Stack>
  )
}

const NewAddress = ({ onSent, onCancel }: { onSent: () => void; onCancel: () => void }) => {
  const t = useText()
  const labels = { emailAddress: t('New email address'), currentPassword: t('Your password') }
  const { field, submit, isPending, error, restored } = useSettingsForm('POST /api/auth/address', {
    name: addressDraft,
    current: { emailAddress: '', currentPassword: '' },
    secrets: ['currentPassword'],
    onSaved: onSent,
  })
  const first = useRef<HTMLInputElement>(null)
  const [isOpenedByUser] = useState(!restored.isRestored)
  useEffect(() => {
    if (isOpenedByUser) first.current?.focus()
  }, [isOpenedByUser])
  const cancel = () => {
    restored.onDiscard()
    onCancel()
  }
  // The password form on this page has a field of the same name.
  const password = { ...field('currentPassword'), id: 'addressPassword' }
  return (
    <form noValidate onSubmit={submit}>
      <Stack>
        {error && <ErrorSummary failure={error} labels={labels} ids={{ currentPassword: 'addressPassword' }} />}
        <TextInput
          label={labels.emailAddress}
          type="email"
          required
          autoComplete="email"
          {...field('emailAddress')}
          ref={first}
        />
        <PasswordField label={labels.currentPassword} autoComplete="current-password" {...password} />
        <Group justify="flex-end">
          <Button variant="default" onClick={cancel}>
            {t('Cancel')}
          </Button>
          <Button type="submit" loading={isPending}>
            {t('Send the link')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

const empty = { currentPassword: '', password: '', confirmPassword: '' }
type Name = keyof typeof empty

/** Changes the user's own password. It signs out all sessions, including this one. */
const ChangePassword = () => {
  const t = useText()
  const labels: Record<Name, string> = {
    currentPassword: t('Current password'),
    password: t('New password'),
    confirmPassword: t('Confirm password'),
  }
  const [changed, setChanged] = useState(false)
  const leave = async () => {
    await endSession()
    setChanged(true)
  }
  const { field, submit, isPending, error } = useSettingsForm('POST /api/auth/password/change', {
    name: 'settings/password',
    current: empty,
    secrets: Object.keys(empty) as Name[],
    onSaved: leave,
  })
  return (
    <form noValidate onSubmit={submit}>
      <Stack maw={420}>
        <Title order={2} size="h4">
          {t('Change password')}
        </Title>
        <Text size="sm" c="dimmed">
          {t('12 to 128 characters. You will be signed out on every device.')}
        </Text>
        {error && <ErrorSummary failure={error} labels={labels} />}
        {Object.entries(labels).map(([name, label]) => (
          <PasswordField
            key={name}
            label={label}
            autoComplete={name === 'currentPassword' ? 'current-password' : 'new-password'}
            {...field(name as Name)}
          />
        ))}
        <Button type="submit" variant="default" loading={isPending} style={{ alignSelf: 'flex-start' }}>
          {t('Change password')}
        </Button>
        {changed && <PasswordChanged />}
      </Stack>
    </form>
  )
}

const redirectDelay = 5000
const goToLogin = () => location.replace('/auth/login')

/** Shows that the password has changed, and goes to sign-in after 5 seconds. */
const PasswordChanged = () => {
  const t = useText()
  useEffect(() => {
    const timer = setTimeout(goToLogin, redirectDelay)
    return () => clearTimeout(timer)
  }, [])
  return (
    <Dialog opened onClose={goToLogin} title={t('Password Changed!')} withCloseButton={false}>
      <Stack>
        <Text role="alert">
          {t('Password successfully Changed. You will be redirected to login Screen! Please login again.')}
        </Text>
        <Button onClick={goToLogin} style={{ alignSelf: 'flex-end' }}>
          {t('OK')}
        </Button>
      </Stack>
    </Dialog>
  )
}

/** The user's sessions, and the buttons to end them. */
const Sessions = () => {
  const t = useText()
  const { data, error, refetch } = useList('GET /api/auth/sessions', {})
  return (
    <Stack component="section" aria-labelledby="sessionsTitle">
      <Group justify="space-between">
        <Title order={2} size="h4" id="sessionsTitle">
          {t('Where you are signed in')}
        </Title>
        {data && data.rows.length > 1 && <EndOthers onEnded={() => void refetch()} />}
      </Group>
      {error && !data && <ErrorState failure={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={120} />}
      {data?.rows.map((session) => (
        <One key={session.uniqueId} session={session} onEnded={() => void refetch()} />
      ))}
    </Stack>
  )
}

const One = ({ session, onEnded }: { session: Session; onEnded: () => void }) => {
  const { device, lastSeen, dateCreated, current } = session
  const t = useText()
  return (
    <Group justify="space-between" wrap="nowrap">
      <div style={{ minWidth: 0 }}>
        <Group gap="xs">
          <Text style={{ overflowWrap: 'anywhere' }}>{t(device || 'Unknown device')}</Text>
          {current && <Badge>{t('This one')}</Badge>}
        </Group>
        <Text size="sm" c="dimmed">
          {t('Since')} <Day at={dateCreated} precise /> · {t('last seen')} <Day at={lastSeen} precise />
        </Text>
      </div>
      {!current && <End session={session} onEnded={onEnded} />}
    </Group>
  )
}

const EndOthers = ({ onEnded }: { onEnded: () => void }) => {
  const t = useText()
  const toast = useToast()
  const { mutateAsync, isPending } = useSend('POST /api/auth/sessions/endOthers', { changes: [] })
  const end = async () => {
    try {
      toast.reply(await mutateAsync({}))
      onEnded()
    } catch (error) {
      toast.failure(failureOf(error))
    }
  }
  return (
    <Button variant="default" size="xs" loading={isPending} onClick={() => void end()}>
      {t('End all others')}
    </Button>
  )
}

const End = ({ session: { uniqueId, device }, onEnded }: { session: Session; onEnded: () => void }) => {
  const t = useText()
  const toast = useToast()
  const { mutateAsync, isPending } = useSend('DELETE /api/auth/sessions/:uniqueId', { changes: [] })
  const end = async () => {
    try {
      await mutateAsync({ uniqueId })
      toast.show({ title: t('SUCCESS'), text: t('That session has ended.') })
      onEnded()
    } catch (error) {
      toast.failure(failureOf(error))
    }
  }
  return (
    <Button
      variant="default"
      size="xs"
      flex="none"
      loading={isPending}
      onClick={() => void end()}
      aria-label={t('End the session on {device}', { device })}
    >
      {t('End')}
    </Button>
  )
}
