import { Alert } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { FaultTable } from '#crm/massUpload/FaultTable'
import { useText } from '#kit/text'
import type { Counted, Faulty } from './uploads.ts'

interface PartlyProps {
  counted: Counted
  found: Faulty
  /** It was checked alone: nothing has been taken in yet. */
  isCheck: boolean
  /** Gives the bad rows back as a workbook. */
  onBack: () => Promise<void>
}

/** What became of a workbook with good rows and bad ones: how many were taken in, and the others with their faults. */
export const Partly = ({ counted: { read, created, skipped, faulty }, found, isCheck, onBack }: PartlyProps) => {
  const t = useText()
  const words = isCheck
    ? t('{good} of {read} rows can be taken in or are here already. Nothing has been changed yet.', {
        good: read - faulty,
        read,
      })
    : t('{read} rows read, {created} created, {skipped} skipped, {total} with faults.', { read, created, skipped, total: faulty })
  return (
    <>
      <Alert color={isCheck || created > 0 ? 'green' : 'gray'} role="status" icon={<IconCheck aria-hidden />}>
        {words}
      </Alert>
      <FaultTable {...found} onMarked={onBack} markedText={t('Get the bad rows back as a workbook')} />
    </>
  )
}

/** A workbook with so many rows that was checked, and has no faults. */
export const Clean = ({ count }: { count: number }) => {
  const t = useText()
  return (
    <Alert color="green" role="status" icon={<IconCheck aria-hidden />} title={t('No faults')}>
      {t(
        '{count} row can be taken in. Nothing has been changed yet.|{count} rows can be taken in. Nothing has been changed yet.',
        {
          count,
        },
      )}
    </Alert>
  )
}
