import { SegmentedControl, Stack, Text } from '@mantine/core'
import type { Language } from '@tradewind/contract/kit/language'
import type { Account } from '@tradewind/contract/platform/identity.contract'
import { useMemo } from 'react'
import { languageNames, languages, useText } from '#kit/text'
import { useZone, zoneOf } from '#kit/zone'
import { NativeSelect } from '#ui/form/NativeSelect'
import { Picker } from '#ui/form/Picker'
import { Card } from '#ui/page/Card'
import { Day } from '#ui/values/Day'
import { useChoices } from './useChoices.ts'

/** Language, time zone and appearance: each takes effect immediately, on every device. */
export const Preferences = ({ account }: { account: Account }) => {
  const t = useText()
  return (
    <Card
      anchor="preferences"
      title={t('Language, time zone and appearance')}
      description={t('Each choice is saved immediately and applies wherever you sign in.')}
    >
      <Stack maw={420}>
        <LanguageChoice language={account.language} />
        <ZoneChoice account={account} />
        <ThemeChoice theme={account.theme} />
      </Stack>
    </Card>
  )
}

const none = ''

const LanguageChoice = ({ language }: { language: Language | null }) => {
  const t = useText()
  const choose = useChoices()
  return (
    <NativeSelect
      label={t('Language')}
      value={language ?? none}
      onChange={({ currentTarget: { value } }) => void choose({ language: (value || null) as Language | null })}
      data={[
        { value: none, label: t('Same as the browser') },
        ...languages.map((value) => ({ value, label: languageNames[value] })),
      ]}
    />
  )
}

const ZoneChoice = ({ account: { timeZone, tenantTimeZone } }: { account: Account }) => {
  const t = useText()
  const choose = useChoices()
  const zone = useZone()
  const zones = useMemo(() => Intl.supportedValuesOf('timeZone'), [])
  const defaultZone = zoneOf({ timeZone: null, tenantTimeZone })
  const unchosen = tenantTimeZone
    ? t('Same as the tenant ({zone})', { zone: defaultZone })
    : t('Same as the browser ({zone})', { zone: defaultZone })
  const zoneOptions = zones.includes(zone) ? zones : [zone, ...zones]
  return (
    <div>
      <Picker
        label={t('Time zone')}
        nothingFoundMessage={t('Unknown time zone')}
        value={timeZone ?? none}
        onChange={(value) => void choose({ timeZone: value || null })}
        data={[{ value: none, label: unchosen }, ...zoneOptions.map((value) => ({ value, label: value.replaceAll('_', ' ') }))]}
      />
      <Text size="sm" c="dimmed" mt={4}>
        {t('It is now')} <Day at={currentMinute()} precise />
      </Text>
    </div>
  )
}

/** Cut to the minute, which is all that is shown. */
const currentMinute = () => `${new Date().toISOString().slice(0, 16)}Z`

const ThemeChoice = ({ theme }: { theme: Account['theme'] }) => {
  const t = useText()
  const choose = useChoices()
  return (
    <div>
      <Text size="sm" fw={500} mb={4} id="theme">
        {t('Appearance')}
      </Text>
      <SegmentedControl
        fullWidth
        aria-labelledby="theme"
        value={theme}
        onChange={(value) => void choose({ theme: value })}
        data={[
          { value: 'auto', label: t('Same as the system') },
          { value: 'light', label: t('Light') },
          { value: 'dark', label: t('Dark') },
        ]}
      />
    </div>
  )
}
