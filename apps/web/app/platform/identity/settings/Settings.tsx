import { Paper, Skeleton, Stack } from '@mantine/core'
import { can } from '@tradewind/contract/kit/policy'
import { userPolicy } from '@tradewind/contract/platform/user.policy'
import { Suspense, useState } from 'react'
import { guard } from '#kit/account/guard'
import { useCall } from '#kit/api/query'
import { type SettingsEntry, useEntries } from '#kit/entries'
import { useActor } from '#kit/session'
import { phrase, useText } from '#kit/text'
import { lazyWithRetry } from '#ui/page/lazyWithRetry'
import { PageHeader } from '#ui/page/PageHeader'
import { ErrorState } from '#ui/page/ErrorState'
import { Brand } from './Brand.tsx'
import { ChangePassword } from './ChangePassword.tsx'
import { Preferences } from './Preferences.tsx'
import { Profile } from './Profile.tsx'
import { Sessions } from './Sessions.tsx'

export const handle = { name: phrase('Settings') }
export const clientLoader = guard()

/** The own account: who one is, how one appears, what one prefers, what features have to be set, password and sessions. */
export default function Settings() {
  const t = useText()
  const actor = useActor()
  const { data: account, error, refetch } = useCall('GET /api/auth/account', {})
  const { settings } = useEntries()
  const mayBrand = can(actor, userPolicy.brand, actor)
  return (
    <Stack gap="lg" maw={860}>
      <PageHeader title={t('Settings')} />
      {error && !account && <ErrorState failure={error} onRetry={() => void refetch()} />}
      <Profile />
      {account && <Preferences account={account} />}
      {!account && !error && <Skeleton height={280} />}
      {mayBrand && account && <Brand account={account} />}
      {settings.map((entry) => (
        <FeaturePart key={entry.name} entry={entry} />
      ))}
      <Paper withBorder p={{ base: 'md', sm: 'lg' }}>
        <ChangePassword />
      </Paper>
      <Paper withBorder p={{ base: 'md', sm: 'lg' }}>
        <Sessions />
      </Paper>
    </Stack>
  )
}

/** What a feature adds to the page, fetched when it is shown. */
const FeaturePart = ({ entry }: { entry: SettingsEntry }) => {
  const [Part] = useState(() => lazyWithRetry(entry.load))
  return (
    <Suspense fallback={<Skeleton height={280} />}>
      <Part />
    </Suspense>
  )
}
