import { Alert } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useText } from '#kit/text'
import { FaultTable } from '#ui/massUpload/FaultTable'
import type { Counted, Faulty } from '#ui/massUpload/uploads'

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
