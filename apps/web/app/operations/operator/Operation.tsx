import { Stack } from '@mantine/core'
import { tenantPolicy } from '@tradewind/contract/platform/policies'
import { guard } from '#kit/guard'
import { phrase, useText } from '#kit/text'
import { PageHeader } from '#ui/page/PageHeader'
import { FailedJobs } from './FailedJobs.tsx'
import { Backups, Mail, Nodes, Queues } from './Running.tsx'
import { Migrations, Settings, SlowOnes, Storage } from './Standing.tsx'

export const handle = { name: phrase('Operation') }
// The rule of the calls, which the frame of all pages holds already.
export const clientLoader = guard({ rules: tenantPolicy.see })

/** How the installation fares: what runs, what waits, what is kept, and how it is set. Each part asks for itself. */
export default function Operation() {
  const t = useText()
  return (
    <Stack gap="xl">
      <PageHeader title={t('Operation')} />
      <Nodes />
      <Queues />
      <FailedJobs />
      <Mail />
      <Backups />
      <SlowOnes />
      <Storage />
      <Migrations />
      <Settings />
    </Stack>
  )
}
