import { Anchor, Button, Divider, SegmentedControl, Stack, Text, TextInput } from '@mantine/core'
import type { Language } from '@tradewind/contract/kit/language'
import { phrase } from '@tradewind/contract/kit/phrase'
import { can } from '@tradewind/contract/kit/policy'
import type { Account } from '@tradewind/contract/platform/identity.contract'
import { userPolicy } from '@tradewind/contract/platform/policies'
import { type ReactNode, useEffect, useMemo, useRef } from 'react'
import { Link, useLocation } from 'react-router'
import { Failure } from '#kit/api/failure'
import { useActor } from '#kit/session'
import { languageNames, languages, useText } from '#kit/text'
import { useZone, zoneOf } from '#kit/zone'
import { LogoUpload } from '#platform/user/LogoUpload'
import { CountrySelect } from '#ui/entity/useFieldForm'
import { NativeSelect } from '#ui/form/NativeSelect'
import { ErrorSummary } from '#ui/form/notices'
import { Picker } from '#ui/form/Picker'
import { Restored } from '#ui/form/Restored'
import { Card } from '#ui/page/Card'
import { PageHeader } from '#ui/page/PageHeader'
import { Day } from '#ui/values/Day'
import { useChoices } from './useChoices.ts'
import { useSettingsForm } from './useSettingsForm.ts'
import styles from './settings.module.css'

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

/** The company name, country and logo that the user's reviews page shows; for users without one, the details of their company. */
export const Brand = ({ account: { userId, userCompanyName, userCompanyCountry, brandLogoUID } }: { account: Account }) => {
  const t = useText()
  const actor = useActor()
  const words = can(actor, userPolicy.describe, actor)
    ? {
        title: t('Brand'),
        about: t('The name, country and logo that others see.'),
        label: t('Brand name'),
        save: t('Save the brand'),
      }
    : {
        title: t('Your company'),
        about: t('The name, country and logo of your company.'),
        label: t('Company name'),
        save: t('Save the company'),
      }
  return (
    <Card anchor="brand" title={words.title} description={words.about}>
      <BrandForm uniqueId={userId} name={userCompanyName ?? ''} country={userCompanyCountry ?? ''} {...words} />
      <Divider color="var(--tw-hairline)" />
      <LogoUpload order={3} uniqueId={userId} brandLogoUID={brandLogoUID} />
    </Card>
  )
}

const FAILED = phrase('Something went wrong! Please try again later!')

/** Replaces errors that the user cannot fix with a general message. */
const toShownFailure = (error: Failure) =>
  error.status === 0 || error.status >= 500 ? new Failure(error.status, FAILED, error.data) : error

interface BrandFormProps {
  uniqueId: string
  name: string
  country: string
  label: string
  save: string
}

const BrandForm = ({ uniqueId, name, country, label, save }: BrandFormProps) => {
  const t = useText()
  const { field, submit, isPending, error, restored } = useSettingsForm('POST /api/admin/updateBrandName/', {
    name: 'settings/brand',
    current: { userCompanyName: name, userCompanyCountry: country },
    more: { uniqueId },
  })
  const failure = useMemo(() => error && toShownFailure(error), [error])
  return (
    <form noValidate onSubmit={submit}>
      <Stack maw={420}>
        <Restored {...restored} />
        {failure && <ErrorSummary failure={failure} labels={{ userCompanyName: label, userCompanyCountry: t('Country') }} />}
        <TextInput label={label} required autoComplete="organization" {...field('userCompanyName')} />
        <CountrySelect label={t('Country')} required={false} {...field('userCompanyCountry')} />
        <Button type="submit" variant="default" loading={isPending} style={{ alignSelf: 'flex-start' }}>
          {save}
        </Button>
      </Stack>
    </form>
  )
}

/** What a user does with the page: from then on, it stays where they have moved it. */
const userEvents = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

/** Milliseconds after which all sections have their height. */
const LOADING_TIME = 8000

/** Shows the section that the address names, and keeps it in view while the sections above it are loading. */
const useSectionOfAddress = () => {
  const { hash, key } = useLocation()
  const page = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const { current } = page
    if (!current || !hash) return
    const ended = new AbortController()
    const show = () => {
      const section = document.getElementById(hash.slice(1))
      if (section !== document.activeElement) section?.focus({ preventScroll: true })
      section?.scrollIntoView()
    }
    const resizes = new ResizeObserver(show)
    resizes.observe(current)
    show()
    const end = () => ended.abort()
    const timer = setTimeout(end, LOADING_TIME)
    ended.signal.addEventListener('abort', () => {
      resizes.disconnect()
      clearTimeout(timer)
    })
    for (const event of userEvents) addEventListener(event, end, { signal: ended.signal, passive: true })
    return end
  }, [hash, key])
  return page
}

interface SettingsPageProps {
  sections: readonly { anchor: string; text: string }[]
  children: ReactNode
}

/** The settings with an index of their sections: beside them, or above them where there is no room. */
export const SettingsPage = ({ sections, children }: SettingsPageProps) => {
  const t = useText()
  const page = useSectionOfAddress()
  return (
    <Stack gap="lg">
      <PageHeader title={t('Settings')} />
      <div className={styles.page}>
        <nav className={styles.index} aria-label={t('On this page')}>
          <ul>
            {sections.map(({ anchor, text }) => (
              <li key={anchor}>
                <Anchor component={Link} to={`#${anchor}`} replace preventScrollReset size="sm">
                  {t(text)}
                </Anchor>
              </li>
            ))}
          </ul>
        </nav>
        <div ref={page} className={styles.sections}>
          {children}
        </div>
      </div>
    </Stack>
  )
}
