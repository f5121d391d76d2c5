import { Button, Group, Paper, Stack, Text } from '@mantine/core'
import { IconListCheck } from '@tabler/icons-react'
import type { BulkOperation } from '@tradewind/contract/crm/bulk/outcome'
import { customName } from '@tradewind/contract/kit/custom/custom.fields'
import type { FieldSpecs } from '@tradewind/contract/kit/entityFields'
import { phrase } from '@tradewind/contract/kit/phrase'
import { bulkPolicy } from '@tradewind/contract/operations/policies'
import { contentBulkFields } from '@tradewind/contract/site/content.fields'
import { isClosing, isStillRunning, progressInWords, resultInWords, undoneInWords, useUndoBulk } from '#crm/bulk/calls'
import { CancelBulk } from '#crm/bulk/CancelBulk'
import { useRefetchWhile } from '#crm/bulk/useRefetchWhile'
import { useCall } from '#kit/api/query'
import { useParam } from '#kit/browser/search-params'
import { useWatchedResults } from '#kit/browser/watchedResults'
import { useEntries } from '#kit/feature'
import { guard } from '#kit/guard'
import { type Translate, useText } from '#kit/text'
import type { Column } from '#ui/list/columns'
import { Paged, useListing } from '#ui/list/Paged'
import { Rows } from '#ui/list/Rows'
import { PageHeader } from '#ui/page/PageHeader'
import { EmptyState } from '#ui/page/states'
import { Clip } from '#ui/values/Clip'
import { Day } from '#ui/values/Day'
import { useFormatCount } from '#ui/values/figures'
import { fieldName } from './audit.labels.ts'

export const handle = { name: phrase('Bulk changes') }
export const clientLoader = guard({ rules: bulkPolicy.see })

const actions: Readonly<Record<BulkOperation['action'], string>> = {
  SET: phrase('Changed'),
  SHARE: phrase('Shared@@records'),
  ADD_TO_PROJECT: phrase('Added to a project'),
  DELETE: phrase('Deleted'),
}

/** The fields of content are labelled as in their dialog. */
const labelOf = (field: string) => (contentBulkFields as FieldSpecs)[field]?.label ?? fieldName(field)

/** The bulk changes of the last 30 days, each with Undo. */
export default function BulkList() {
  const t = useText()
  const listing = useListing('GET /api/bulk/', { sort: '-dateCreated' })
  useRefetchWhile(listing.list, isStillRunning)
  useWatchedResults(...(listing.list.data?.rows ?? []).map(({ uniqueId }) => `bulk/list?operation=${uniqueId}`))
  const columns = useColumns()
  const [operation] = useParam('operation')
  return (
    <Stack gap="md">
      <PageHeader
        title={t('Bulk changes')}
        count={listing.list.data?.total}
        trail={[{ text: t('Audit trail'), path: 'audit/list' }]}
      />
      {operation && <Named uniqueId={operation} />}
      <Paged of={listing} empty={<Nothing />}>
        {(rows) => <Rows rows={rows} label={t('Bulk changes')} columns={columns} {...listing.table} />}
      </Paged>
    </Stack>
  )
}

/** The result of the operation that the address names, as in its notification, with Undo; nothing if it cannot be undone any more. */
const Named = ({ uniqueId }: { uniqueId: string }) => {
  const t = useText()
  const figure = useFormatCount()
  const { data } = useCall(
    'GET /api/bulk/:uniqueId',
    { uniqueId },
    { refetchInterval: 2000, isFinal: (one) => !isStillRunning(one) },
  )
  return (
    data && (
      <Paper withBorder p="md">
        <Group justify="space-between">
          <Text size="sm" flex="1 1 280px" role="status">
            {resultText(t, figure, data)}
          </Text>
          <Undo of={data} />
        </Group>
      </Paper>
    )
  )
}

const Nothing = () => {
  const t = useText()
  return (
    <EmptyState
      icon={IconListCheck}
      title={t('No bulk changes')}
      text={t('Tick records in a list to change or delete them together. For 30 days that can be undone here.')}
    />
  )
}

const resultText = (t: Translate, figure: (count: number) => string, operation: BulkOperation) => {
  if (operation.state === 'UNDONE') return `${t('Undone')}. ${undoneInWords(t, operation)}`
  if (isStillRunning(operation)) return progressInWords(t, figure, operation)
  const result = resultInWords(t, figure, operation)
  return operation.state === 'CANCELLED' ? `${t('Cancelled@@upload')}. ${result}` : result
}

/** The labels of custom fields, by kind and by the names that changes use for them. */
const useCustomFieldNames = () => {
  const { data } = useCall('GET /api/customField/', { retired: 'true', page: 0, size: 500 })
  return new Map((data?.rows ?? []).map(({ kind, key, label }) => [`${kind} ${customName(key)}`, label]))
}

const useColumns = (): Column<BulkOperation>[] => {
  const t = useText()
  const figure = useFormatCount()
  const customFieldNames = useCustomFieldNames()
  const kinds = new Map(useEntries().kinds.map(({ kind, plural }) => [kind, t(plural)]))
  const describeAction = ({ kind, action, fields }: BulkOperation) =>
    isClosing({ kind, fields })
      ? t('Closed')
      : [t(actions[action]), ...fields.map((field) => customFieldNames.get(`${kind} ${field}`) ?? t(labelOf(field)))].join(': ')
  return [
    { field: 'dateCreated', head: t('When'), show: (one) => <Day at={one.dateCreated} precise />, sorts: true, width: '17%' },
    { field: 'byName', head: t('Who'), show: ({ byName }) => byName, width: '15%' },
    { field: 'kind', head: t('Kind'), show: ({ kind }) => kinds.get(kind) ?? kind, width: '13%' },
    { field: 'action', head: t('Action'), show: describeAction, width: '19%' },
    { field: 'state', head: t('Result'), show: (one) => <Clip lines={3}>{resultText(t, figure, one)}</Clip> },
    { field: 'uniqueId', head: t('Undo'), show: (one) => <Undo of={one} />, width: '12%' },
  ]
}

const Undo = ({ of }: { of: BulkOperation }) => {
  const t = useText()
  const { undo, isPending } = useUndoBulk()
  if (of.state === 'PENDING' || of.state === 'RUNNING') return <CancelBulk uniqueId={of.uniqueId} />
  if (of.state === 'UNDOING' || of.state === 'UNDONE' || of.changed === 0) return '–'
  return (
    <Button size="compact-sm" variant="light" loading={isPending} onClick={() => void undo(of.uniqueId)}>
      {t('Undo')}
    </Button>
  )
}
