import { Anchor, Button, Group, Paper, Stack, Text } from '@mantine/core'
import { IconTableImport } from '@tabler/icons-react'
import { isRunning } from '@tradewind/contract/crm/bulk/fileImport.constants'
import type { FileImport } from '@tradewind/contract/crm/bulk/fileImport.contract'
import { fileImportPolicy } from '@tradewind/contract/crm/policies'
import { phrase } from '@tradewind/contract/kit/phrase'
import { Link } from 'react-router'
import { useRefetchWhile } from '#crm/bulk/useRefetchWhile'
import { useArea } from '#kit/area'
import { guard } from '#kit/guard'
import { useText } from '#kit/text'
import { Paged, useListing } from '#ui/list/Paged'
import { PageHeader } from '#ui/page/PageHeader'
import { EmptyState } from '#ui/page/states'
import { Badge } from '#ui/values/Badge'
import { Day } from '#ui/values/Day'
import { useFormatCount } from '#ui/values/figures'
import { kindNames, sourceNames, stateNames, statusNames } from './fileImport.ts'
import { UndoImportButton } from './UndoImport.tsx'

export const handle = { name: phrase('Imports') }
export const clientLoader = guard({ rules: fileImportPolicy.see })

export default function ImportList() {
  const t = useText()
  const at = useArea()
  const listing = useListing('GET /api/massUpload/', { sort: '-dateCreated' })
  useRefetchWhile(listing.list, ({ state }) => isRunning(state))
  const total = listing.list.data?.total
  const button = (
    <Button component={Link} to={at('import/new')}>
      {t('Import from a file')}
    </Button>
  )
  const empty = (
    <EmptyState
      icon={IconTableImport}
      title={t('No imports yet')}
      text={t('Imports of the last 30 days appear here and can be undone.')}
    >
      {button}
    </EmptyState>
  )
  return (
    <Stack gap="md">
      <PageHeader title={t('Imports')} count={total}>
        {total !== undefined && total > 0 && button}
      </PageHeader>
      <Paged of={listing} empty={empty}>
        {(rows) => (
          <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: 'none' }} aria-label={t('Imports')}>
            {rows.map((one) => (
              <OneImport key={one.uniqueId} fileImport={one} />
            ))}
          </Stack>
        )}
      </Paged>
    </Stack>
  )
}

const OneImport = ({ fileImport }: { fileImport: FileImport }) => {
  const t = useText()
  const at = useArea()
  const figure = useFormatCount()
  const counted = (['NEW', 'DUPLICATE', 'CHANGED', 'LEFT', 'FAULTY'] as const)
    .filter((status) => (status !== 'DUPLICATE' && status !== 'LEFT') || fileImport.counts[status])
    .map((status) => `${t(statusNames[status])}: ${figure(fileImport.counts[status] ?? 0)}`)
    .join(' · ')
  return (
    <Paper withBorder p="md" component="li">
      <Group justify="space-between">
        <Stack gap={4} flex="1 1 280px" miw={0}>
          <Group gap="xs">
            <Anchor component={Link} to={at(`import/show/${fileImport.uniqueId}`)} fw={600} style={{ overflowWrap: 'anywhere' }}>
              {fileImport.fileName}
            </Anchor>
            <Badge color={fileImport.state === 'FAILED' ? 'red' : 'gray'}>{t(stateNames[fileImport.state])}</Badge>
          </Group>
          <Text size="sm" c="dimmed">
            {t(kindNames[fileImport.kind])} · {t(sourceNames[fileImport.source])} · {fileImport.byName} ·{' '}
            <Day at={fileImport.dateCreated} precise />
          </Text>
          <Text size="sm">{counted}</Text>
        </Stack>
        <UndoImportButton fileImport={fileImport} />
      </Group>
    </Paper>
  )
}
