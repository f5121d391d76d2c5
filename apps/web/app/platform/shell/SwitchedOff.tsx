import { Button, Group, Stack, Text } from '@mantine/core'
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
  return (
    <Stack>
      <PageHeader title={t(titles[feature])} />
      <Text maw="60ch">
        {t(
          'This applies to everybody in {tenant}, and nothing is lost. Only the operators of this site can change it. This page then opens by itself.',
          {
            tenant: tenant.name,
          },
        )}
      </Text>
      <Group gap="sm">
        <Button component={Link} to={at('dashboard')} variant="default">
          {t('Dashboard')}
        </Button>
        {can(actor, tenantPolicy.update) && (
          <Button component={Link} to={`/superAdmin/tenant/configuration/${actor.tenantId}`} variant="default">
            {t('Configuration')}
          </Button>
        )}
      </Group>
    </Stack>
  )
}
