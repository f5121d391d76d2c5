import { Alert, Box, Button, Stack, Table, Text } from '@mantine/core'
import { IconCheck, IconFileAlert } from '@tabler/icons-react'
import type { Fault } from '@tradewind/contract/kit/massUpload'
import { useState } from 'react'
import { failureOf } from '#kit/api/failure'
import { useText } from '#kit/text'
import { useToast } from '#ui/page/toast'
import { type Counted, type Faulty, problemOf } from './uploads.ts'
import styles from './massUpload.module.css'

interface FaultTableProps extends Faulty {
  message?: string
  /** Gives the own workbook back, its faulty cells marked. */
  onMarked?: () => Promise<void>
  /** The words of the button for that. */
  markedText?: string
}

/** How many faults a list tells, those that stand once for several rows with all of them. */
const told = (faults: readonly Fault[]) => faults.reduce((sum, { rows = 1 }) => sum + rows, 0)

/** The faulty cells of a workbook, and the way to have them marked in it. */
export const FaultTable = ({ message, faults, total, onMarked, markedText }: FaultTableProps) => {
  const t = useText()
  return (
    <Stack gap="sm">
      <Alert color="red" role="alert" title={t('{count} error|{count} errors', { count: total })}>
        <Stack gap="sm" align="flex-start">
          {message && <Text size="sm">{t(message)}</Text>}
          {total > told(faults) && <Text size="sm">{t('The first {listed} are listed.', { listed: faults.length })}</Text>}
          {onMarked && <MarkedButton onMarked={onMarked} text={markedText ?? t('Download my workbook with the errors marked')} />}
        </Stack>
      </Alert>
      <Faults label={t('Errors')} faults={faults} />
    </Stack>
  )
}

/** The faulty cells of a workbook, a row each. What scrolls can be reached by keyboard. */
export const Faults = ({ label, faults }: { label: string; faults: readonly Fault[] }) => {
  const t = useText()
  return (
    <Box className={styles.faults} role="region" aria-label={label} tabIndex={0}>
      <Table stickyHeader tabularNums layout="fixed" miw={560}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th ta="right" w={72}>
              {t('Row')}
            </Table.Th>
            <Table.Th w="20%">{t('Column')}</Table.Th>
            <Table.Th w="26%">{t('Value')}</Table.Th>
            <Table.Th>{t('Problem')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {faults.map(({ row, column, value, problem, said, rows = 1 }) => (
            <Table.Tr key={`${row} ${column} ${problem}`}>
              <Table.Td ta="right">{rows > 1 ? `${row} …` : row}</Table.Td>
              <Table.Td>{column}</Table.Td>
              <Table.Td>{value}</Table.Td>
              <Table.Td>
                {rows > 1
                  ? t('{count} rows: {problem}', { count: rows, problem: t(problemOf({ problem, said })) })
                  : t(problemOf({ problem, said }))}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Box>
  )
}

const MarkedButton = ({ onMarked, text }: { onMarked: () => Promise<void>; text: string }) => {
  const toast = useToast()
  const [busy, setBusy] = useState(false)
  const take = () => {
    setBusy(true)
    return onMarked()
      .catch((error: unknown) => toast.failure(failureOf(error)))
      .finally(() => setBusy(false))
  }
  return (
    <Button
      size="xs"
      variant="default"
      loading={busy}
      leftSection={<IconFileAlert size={16} aria-hidden />}
      onClick={() => void take()}
    >
      {text}
    </Button>
  )
}

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
    ? t('{good} of {read} rows can be imported or exist already. Nothing has been changed yet.', {
        good: read - faulty,
        read,
      })
    : t('{read} rows read, {created} created, {skipped} skipped, {total} with errors.', { read, created, skipped, total: faulty })
  return (
    <>
      <Alert color={isCheck || created > 0 ? 'green' : 'gray'} role="status" icon={<IconCheck aria-hidden />}>
        {words}
      </Alert>
      <FaultTable {...found} onMarked={onBack} markedText={t('Download the rows with errors as a workbook')} />
    </>
  )
}

/** A workbook with so many rows that was checked, and has no faults. */
export const Clean = ({ count }: { count: number }) => {
  const t = useText()
  return (
    <Alert color="green" role="status" icon={<IconCheck aria-hidden />} title={t('No errors')}>
      {t(
        '{count} row can be imported. Nothing has been changed yet.|{count} rows can be imported. Nothing has been changed yet.',
        {
          count,
        },
      )}
    </Alert>
  )
}
