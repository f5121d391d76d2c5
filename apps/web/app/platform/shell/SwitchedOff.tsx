import { Button, Group } from '@mantine/core'
import { IconPlugConnectedX } from '@tabler/icons-react'
import { phrase } from '@tradewind/contract/kit/phrase'
import { can } from '@tradewind/contract/kit/policy'
import { tenantPolicy } from '@tradewind/contract/platform/policies'
import type { FeatureSwitch } from '@tradewind/contract/platform/settingCatalogue'
import { Link } from 'react-router'
import { useArea } from '#kit/area'
import { usePage } from '#kit/page/page'
import { useActor } from '#kit/session'
import { useText } from '#kit/text'
import { PageHeader } from '#ui/page/PageHeader'
import { EmptyState } from '#ui/page/states'

/** As the server says it. */
const titles: Readonly<Record<FeatureSwitch, string>> = {
  DRIVE_ENABLED: phrase('The drive is switched off'),
  REVIEWS_ENABLED: phrase('Reviews are switched off'),
  CONTENT_ENABLED: phrase('The knowledge centre is switched off'),
}

/** Instead of a screen whose feature the tenant has switched off. The screen is back as soon as that is switched on. */
export const SwitchedOff = ({ feature }: { feature: FeatureSwitch }) => {
  const t = useText()
  const at = useArea()
  const actor = useActor()
  const { tenant } = usePage()
  const title = t(titles[feature])
  const maySwitch = can(actor, tenantPolicy.update)
  return (
    <>
      <PageHeader title={title} />
      <EmptyState
        icon={IconPlugConnectedX}
        title={title}
        text={t(
          'It is switched off for everybody in {tenant}; nothing in it is lost. Only the operators of this site can switch it on again. This page then opens by itself.',
          { tenant: tenant.name },
        )}
      >
        <Group gap="sm" justify="center">
          <Button component={Link} to={at('dashboard')} variant="default">
            {t('Dashboard')}
          </Button>
          {maySwitch && (
            <Button component={Link} to={`/superAdmin/tenant/configuration/${actor.tenantId}`} variant="default">
              {t('Configuration')}
            </Button>
          )}
        </Group>
      </EmptyState>
    </>
  )
}
