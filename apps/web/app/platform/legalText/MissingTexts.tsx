import { Alert, Anchor } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { legalKinds, legalPages } from '@tradewind/contract/platform/legal/legalText.fields'
import { Link } from 'react-router'
import { pathOf } from '#kit/api/paths'
import { useCall } from '#kit/api/query'
import { useText } from '#kit/text'

/** Tells the admin which legal texts visitors do not find yet. Nothing where all are published. */
export const MissingTexts = () => {
  const t = useText()
  const { data } = useCall('GET /api/legalText/', { page: 0, size: 50 })
  if (!data) return null
  const missing = legalKinds.filter((kind) => !data.rows.some((text) => text.kind === kind && text.isShown))
  if (missing.length === 0) return null
  return (
    <Alert color="signal" icon={<IconAlertTriangle aria-hidden />} title={t('The public pages lack legal texts')}>
      {t('Visitors do not find these yet: {texts}.', {
        texts: missing.map((kind) => t(legalPages[kind].name)).join(', '),
      })}{' '}
      {missing.includes('PRIVACY') && <>{t('Forms ask for no consent while there is no privacy policy.')} </>}
      <Anchor component={Link} to={pathOf('legalText', 'list')} inherit>
        {t('Write legal texts')}
      </Anchor>
    </Alert>
  )
}
