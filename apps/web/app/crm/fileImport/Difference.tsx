import { Button, Group, Paper, Stack, Tabs, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import type { FileImport } from '@tradewind/contract/crm/bulk/fileImport.contract'
import { type RowStatus, rowStatuses } from '@tradewind/contract/crm/bulk/fileImport.words'
import { useState } from 'react'
import { call } from '#kit/api/call'
import { failureOf } from '#kit/api/failure'
import { useSend } from '#kit/api/query'
import { download } from '#kit/browser/download'
import { useText } from '#kit/text'
import { useToast } from '#ui/page/toast'
import { Badge } from '#ui/values/Badge'
import { useFigure } from '#ui/values/useFigure'
import { ImportRows } from './ImportRows.tsx'
import { statusNames } from './words.ts'

/** What the file would do, row by row, and the way to have it done. */
export const Difference = ({ given, onBack }: { given: FileImport; onBack: () => void }) => {
  const t = useText()
  const toast = useToast()
  const { uniqueId, counts } = given
  const { mutateAsync, isPending } = useSend('POST /api/massUpload/:uniqueId/take', { changes: ['massUpload'] })
  const taken = (counts.NEW ?? 0) + (counts.CHANGED ?? 0)
  const take = () => mutateAsync({ uniqueId }).catch((error: unknown) => toast.failure(failureOf(error)))
  return (
    <Stack gap="md">
      <RowTabs given={given} />
      <Group justify="flex-end">
        <Button variant="default" onClick={onBack}>
          {t('Back to columns')}
        </Button>
        <Button disabled={taken === 0} loading={isPending} onClick={() => void take()}>
          {t('Import {count} row|Import {count} rows', { count: taken })}
        </Button>
      </Group>
      {taken === 0 && (
        <Text size="sm" c="dimmed" ta="right">
          {t('There is nothing to import: no row is new or changed.')}
        </Text>
      )}
    </Stack>
  )
}

/** The rows of a file by what becomes of them. */
const RowTabs = ({ given }: { given: FileImport }) => {
  const t = useText()
  const figure = useFigure()
  const { counts } = given
  const found = rowStatuses.filter((status) => counts[status])
  const [tab, setTab] = useState<RowStatus>(found[0] ?? 'NEW')
  return (
    <Paper withBorder p="md">
      <Tabs value={tab} onChange={(value) => value && setTab(value as RowStatus)} keepMounted={false}>
        <Tabs.List>
          {found.map((status) => (
            <Tabs.Tab
              key={status}
              value={status}
              rightSection={<Badge color={status === 'FAULTY' ? 'red' : 'gray'}>{figure(counts[status] ?? 0)}</Badge>}
            >
              {t(statusNames[status])}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {found.map((status) => (
          <Tabs.Panel key={status} value={status} pt="md">
            {status === 'FAULTY' && <FaultyButton uniqueId={given.uniqueId} />}
            <ImportRows key={status} given={given} status={status} />
          </Tabs.Panel>
        ))}
      </Tabs>
    </Paper>
  )
}

/** Gives the rows with faults back as a text file. */
export const FaultyButton = ({ uniqueId }: { uniqueId: string }) => {
  const t = useText()
  const toast = useToast()
  const take = async () => {
    try {
      download(await call('GET /api/massUpload/:uniqueId/faulty', { uniqueId }))
    } catch (error) {
      toast.failure(failureOf(error))
    }
  }
  return (
    <Button size="xs" variant="default" mb="sm" leftSection={<IconDownload size={16} aria-hidden />} onClick={() => void take()}>
      {t('Download rows with errors')}
    </Button>
  )
}
