import { Alert, Anchor, Group } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { LegalText } from '@tradewind/contract/platform/legalText.contract'
import { legalKinds, legalPages } from '@tradewind/contract/platform/legalText.fields'
import { Link } from 'react-router'
import { useCall } from '#kit/api/query'
import { pathOf } from '#kit/area'
import { languageNames, type Translate, useText } from '#kit/text'
import { withoutMarkup } from '#ui/editor/RichText'
import { Badge } from '#ui/values/Badge'

/** The name of a legal text: "Terms (Deutsch)". */
export const nameIn =
  (t: Translate) =>
  ({ kind, language }: Pick<LegalText, 'kind' | 'language'>) =>
    `${t(legalPages[kind].name)} (${languageNames[language]})`

/** A draft as text, for a conflict of two versions. */
export const formatContent = (_field: string, value: unknown) => withoutMarkup(typeof value === 'string' ? value : '')

/** Whether a text is published, and whether it has unpublished changes. */
export const State = ({ text: { isShown, isChanged, version } }: { text: LegalText }) => {
  const t = useText()
  return (
    <Group gap="xs">
      {isShown && <Badge color="green">{t('Version {version}', { version })}</Badge>}
      {isChanged && <Badge color="signal">{t('Draft')}</Badge>}
      {!isShown && !isChanged && <Badge color="gray">{version > 0 ? t('Unpublished') : t('Empty')}</Badge>}
    </Group>
  )
}

/** The texts that are not published yet, once they are known. */
export const useMissingTexts = ({ enabled = true } = {}) => {
  const { data, isLoading } = useCall('GET /api/legalText/', { page: 0, size: 50 }, { enabled })
  const missing = data && legalKinds.filter((kind) => !data.rows.some((text) => text.kind === kind && text.isShown))
  return { missing, isLoading }
}

/** Tells the admin which legal texts are not published yet. Nothing if all are. `isBrief`: only that some are missing, in two lines. `hasLink`: not on their list itself. */
export const MissingTexts = ({ isBrief = false, hasLink = true }) => {
  const t = useText()
  const { missing = [] } = useMissingTexts()
  if (missing.length === 0) return null
  return (
    <Alert
      color="signal"
      icon={<IconAlertTriangle aria-hidden />}
      title={t('The public pages lack legal texts')}
      {...(isBrief && { px: 'md', py: 'xs' })}
    >
      {!isBrief && (
        <>
          {t('Visitors do not find these yet: {texts}.', {
            texts: missing.map((kind) => t(legalPages[kind].name)).join(', '),
          })}{' '}
          {missing.includes('PRIVACY') && <>{t('Forms ask for no consent while there is no privacy policy.')} </>}
        </>
      )}
      {hasLink && (
        <Anchor component={Link} to={pathOf('legalText', 'list')} inherit>
          {t('Write legal texts')}
        </Anchor>
      )}
    </Alert>
  )
}
