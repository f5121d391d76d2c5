import { Alert, List } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { rowStatuses } from '@tradewind/contract/crm/bulk/fileImport.constants'
import type { FileImport } from '@tradewind/contract/crm/bulk/fileImport.contract'
import { useText } from '#kit/text'
import { useFormatCount } from '#ui/values/figures'
import { statusNames } from './fileImport.ts'

/** What became of the rows. Of a cancelled import only what it wrote, if anything: its rows with errors are listed below. */
export const OutcomeCounts = ({ fileImport: { state, counts } }: { fileImport: FileImport }) => {
  const t = useText()
  const figure = useFormatCount()
  const isCancelled = state === 'CANCELLED'
  const shownStatuses = rowStatuses.filter((status) => counts[status] && !(isCancelled && status === 'FAULTY'))
  if (isCancelled && shownStatuses.length === 0) return null
  return (
    <Alert
      color={isCancelled ? 'gray' : 'green'}
      role="status"
      icon={!isCancelled && <IconCheck aria-hidden />}
      title={t(isCancelled ? 'Imported until then' : 'The file was imported')}
    >
      <List size="sm">
        {shownStatuses.map((status) => (
          <List.Item key={status} {...(status === 'FAULTY' && { c: 'red' })}>
            {t(statusNames[status])}: {figure(counts[status] ?? 0)}
          </List.Item>
        ))}
      </List>
    </Alert>
  )
}
