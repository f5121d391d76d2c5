import { Alert, Button, Group, Table, Text } from '@mantine/core'
import { IconGitMerge } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { changesSince, valuesIn } from '#kit/browser/changes'
import { useText } from '#kit/text'
import type { Values } from '#ui/form/useRecordForm'
import { inWords } from '#ui/values/words'

interface Versions {
  /** The record as it stands on the server now. */
  theirs: object
  /** What was typed: the fields that are no longer what they were. */
  mine: Values
  labels: Readonly<Record<string, string>>
  show?: ((field: string, value: unknown) => ReactNode) | undefined
}

interface ConflictProps extends Versions {
  onMine: () => void
  onTheirs: () => void
}

/** Somebody else saved the record meanwhile: both versions side by side, and the choice between them. It takes the focus. */
export const Conflict = ({ onMine, onTheirs, ...versions }: ConflictProps) => {
  const t = useText()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [versions.theirs])
  return (
    <Alert
      color="signal"
      icon={<IconGitMerge aria-hidden />}
      title={t('Somebody else has changed this record')}
      role="alert"
      tabIndex={-1}
      ref={box}
    >
      <Text size="sm" mb="sm">
        {t('It was saved while you were typing. Choose which version shall stand.')}
      </Text>
      <Both {...versions} />
      <Group mt="sm">
        <Button size="xs" onClick={onMine}>
          {t('Keep mine')}
        </Button>
        <Button size="xs" variant="default" onClick={onTheirs}>
          {t('Take theirs')}
        </Button>
      </Group>
    </Alert>
  )
}

const Both = ({ theirs, mine, labels, show = (_, value) => inWords(value) }: Versions) => {
  const t = useText()
  // What they left empty is not what I typed.
  const current = valuesIn(theirs, Object.fromEntries(Object.keys(mine).map((field) => [field, ''])) as Values)
  return (
    <Table layout="fixed" style={{ overflowWrap: 'anywhere' }}>
      <Table.Thead bg="transparent">
        <Table.Tr>
          <Table.Th>{t('Field')}</Table.Th>
          <Table.Th>{t('Yours')}</Table.Th>
          <Table.Th>{t('Theirs')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {Object.keys(changesSince(current, mine)).map((field) => (
          <Table.Tr key={field}>
            <Table.Th scope="row">{labels[field]}</Table.Th>
            <Table.Td>{show(field, mine[field])}</Table.Td>
            <Table.Td>{show(field, current[field])}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
