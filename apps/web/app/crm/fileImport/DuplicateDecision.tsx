import { Box, Select } from '@mantine/core'
import type { FileImport, ImportRow } from '@tradewind/contract/crm/bulk/fileImport.contract'
import { useState } from 'react'
import { failureOf } from '#kit/api/failure'
import { useSend } from '#kit/api/query'
import { useText } from '#kit/text'
import { useToast } from '#ui/page/toast'
import { RowChanges } from './RowChanges.tsx'

const [CREATE, SKIP] = ['CREATE', 'SKIP'] as const

const valueOf = ({ decision }: Pick<ImportRow, 'decision'>) => decision?.recordId ?? decision?.action ?? CREATE

/** What the import does with a likely duplicate, and what an update changes. The choice is saved at once. */
export const DuplicateDecision = ({ fileImport, row }: { fileImport: FileImport; row: ImportRow }) => {
  const t = useText()
  const toast = useToast()
  const [value, setValue] = useState(valueOf(row))
  // One after the other: the last choice is the one that stays.
  const { mutateAsync } = useSend('PATCH /api/massUpload/:uniqueId/decide', { changes: ['massUpload'], queueKey: 'decide' })
  const decide = async (chosen: string) => {
    setValue(chosen)
    const choice = chosen === CREATE || chosen === SKIP ? { action: chosen } : { action: 'UPDATE' as const, recordId: chosen }
    try {
      await mutateAsync({ uniqueId: fileImport.uniqueId, row: row.row, ...choice })
    } catch (error) {
      setValue(valueOf(row))
      toast.failure(failureOf(error))
    }
  }
  const changes = row.like.find((record) => record.uniqueId === value)?.changes
  return (
    <>
      <Select
        size="xs"
        mt={6}
        maw={320}
        aria-label={t('What to do with row {row}', { row: row.row })}
        allowDeselect={false}
        data={[
          { value: CREATE, label: t('Create anyway') },
          { value: SKIP, label: t('Skip') },
          ...row.like
            .filter(({ mayUpdate }) => mayUpdate)
            .map((record) => ({ value: record.uniqueId, label: t('Update “{name}”', { name: record.title }) })),
        ]}
        value={value}
        onChange={(chosen) => chosen && void decide(chosen)}
      />
      {changes && (
        <Box mt={6} aria-live="polite">
          <RowChanges fileImport={fileImport} changes={changes} />
        </Box>
      )}
    </>
  )
}
