import { Alert, Anchor, Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import type { Language } from '@tradewind/contract/kit/language'
import { phrase } from '@tradewind/contract/kit/phrase'
import {
  badgePath,
  badgePixels,
  type BadgeSize,
  badgeSizes,
  type BadgeTheme,
  badgeThemes,
} from '@tradewind/contract/trust/badge.constants'
import { useEffect, useRef, useState } from 'react'
import { useActor } from '#kit/session'
import { languageNames, useLanguage, useText } from '#kit/text'
import { NativeSelect } from '#ui/form/NativeSelect'
import { Card } from '#ui/page/Card'
import styles from './badge.module.css'

const snippets = ['picture', 'card', 'signature'] as const
type Snippet = (typeof snippets)[number]

interface SnippetOptions {
  kind: Snippet
  size: BadgeSize
  theme: BadgeTheme
  lang: Language
  /** The origin of the tenant's pages: `https://example.com`. */
  origin: string
  ownerId: string
  /** The text for screen readers. */
  alt: string
}

const escapeAttribute = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

/** The HTML that a company pastes into its website or mail signature. */
export const snippetOf = ({ kind, size, theme, lang, origin, ownerId, alt }: SnippetOptions) => {
  const [width, height] = badgePixels[size]
  const page = escapeAttribute(`${origin}/company/${ownerId}`)
  const at = (file: 'svg' | 'html' | 'png', query: Record<string, string>) =>
    escapeAttribute(`${origin}${badgePath(ownerId, file, query)}`)
  const escapedAlt = escapeAttribute(alt)
  if (kind === 'card')
    return `<iframe src="${at('html', { size, theme, lang })}" width="${width}" height="${height}" title="${escapedAlt}" loading="lazy" style="border:0"></iframe>`
  const image =
    kind === 'picture'
      ? `<img src="${at('svg', { size, theme, lang })}" width="${width}" height="${height}" alt="${escapedAlt}" loading="lazy">`
      : `<img src="${at('png', { theme })}" width="90" height="18" alt="${escapedAlt}" style="border:0;vertical-align:middle">`
  return kind === 'picture' ? `<a href="${page}">${image}</a>` : `<a href="${page}">${image} ${escapedAlt}</a>`
}

const kindNames: Readonly<Record<Snippet, string>> = {
  picture: phrase('Picture for a website'),
  card: phrase('Frame for a website'),
  signature: phrase('Mail signature'),
}
const sizeNames: Readonly<Record<BadgeSize, string>> = {
  small: phrase('Small'),
  medium: phrase('Medium@@size'),
  large: phrase('Large'),
}
const themeNames: Readonly<Record<BadgeTheme, string>> = { light: phrase('Light'), dark: phrase('Dark') }

/** The score badge for the company's own website and mails: preview and HTML code. */
export const Badges = () => {
  const t = useText()
  const { uniqueId } = useActor()
  const { badge, choices } = useBadgeOptions()
  const { kind, size, theme, lang } = badge
  const address = kind === 'signature' ? badgePath(uniqueId, 'png', { theme }) : badgePath(uniqueId, 'svg', { size, theme, lang })
  const [width, height] = kind === 'signature' ? [90, 18] : badgePixels[size]
  const isVisible = useIsBadgeVisible(address)
  return (
    <Card
      anchor="badge"
      title={t('Badge')}
      description={t('Show your score on your website and in your mails. It updates by itself.')}
    >
      <Stack>
        <Group align="end">{choices}</Group>
        <div className={`${styles.preview} ${theme === 'dark' ? styles.dark : ''}`}>
          {isVisible === true && <img src={address} width={width} height={height} alt={t('Preview of the badge')} />}
          {isVisible === false && <Text size="sm">{t('No preview')}</Text>}
        </div>
        {isVisible === false && (
          <Alert color="orange" role="status">
            {t('Visitors cannot see your page, so the badge stays empty. Add a brand name and allow your page to be found.')}
          </Alert>
        )}
        <SnippetCode code={snippetOf({ ...badge, origin: location.origin, ownerId: uniqueId, alt: t('Our customer reviews') })} />
        <Text size="sm" c="dimmed">
          {t('It links to your company page, sets no cookies and runs no scripts.')}{' '}
          <Anchor href={`/company/${uniqueId}`} size="sm">
            {t('View Company')}
          </Anchor>
        </Text>
      </Stack>
    </Card>
  )
}

/** Whether visitors can see the badge; undefined until known. The browser does not reload a picture that failed once. */
const useIsBadgeVisible = (address: string) => {
  const [checked, setChecked] = useState<{ address: string; ok: boolean }>()
  useEffect(() => {
    const stop = new AbortController()
    fetch(address, { signal: stop.signal, cache: 'no-store' }).then(
      ({ ok }) => setChecked({ address, ok }),
      () => {}, // without a network the state stays unknown
    )
    return () => stop.abort()
  }, [address])
  return checked?.address === address ? checked.ok : undefined
}

const useBadgeOptions = () => {
  const t = useText()
  const language = useLanguage()
  const [badge, setBadge] = useState<{ kind: Snippet; size: BadgeSize; theme: BadgeTheme; lang: Language }>({
    kind: 'picture',
    size: 'medium',
    theme: 'light',
    lang: language,
  })
  const choose = (change: Partial<typeof badge>) => setBadge((before) => ({ ...before, ...change }))
  const choices = (
    <>
      <NativeSelect
        label={t('Use')}
        value={badge.kind}
        onChange={({ currentTarget: { value } }) => choose({ kind: value as Snippet })}
        data={snippets.map((value) => ({ value, label: t(kindNames[value]) }))}
      />
      {badge.kind !== 'signature' && (
        <>
          <NativeSelect
            label={t('Size')}
            value={badge.size}
            onChange={({ currentTarget: { value } }) => choose({ size: value as BadgeSize })}
            data={badgeSizes.map((value) => ({ value, label: t(sizeNames[value]) }))}
          />
          <NativeSelect
            label={t('Language')}
            value={badge.lang}
            onChange={({ currentTarget: { value } }) => choose({ lang: value as Language })}
            data={Object.entries(languageNames).map(([value, label]) => ({ value, label }))}
          />
        </>
      )}
      <NativeSelect
        label={t('Background')}
        value={badge.theme}
        onChange={({ currentTarget: { value } }) => choose({ theme: value as BadgeTheme })}
        data={badgeThemes.map((value) => ({ value, label: t(themeNames[value]) }))}
      />
    </>
  )
  return { badge, choices }
}

/** The code to paste. */
const SnippetCode = ({ code }: { code: string }) => {
  const t = useText()
  const area = useRef<HTMLTextAreaElement>(null)
  const [copied, setCopied] = useState('')
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(code)
      setCopied(code)
    } catch {
      area.current?.select() // if the browser forbids copying: the text is selected, to copy it by hand
    }
  }
  const isCopied = copied === code
  return (
    <>
      <Textarea
        ref={area}
        label={t('HTML code')}
        value={code}
        readOnly
        autosize
        minRows={2}
        classNames={{ input: styles.code }}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <Button
        variant="default"
        style={{ alignSelf: 'flex-start' }}
        leftSection={isCopied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
        onClick={() => void copy()}
      >
        {isCopied ? t('Copied') : t('Copy code')}
      </Button>
    </>
  )
}
