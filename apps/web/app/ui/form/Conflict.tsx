import { Alert, Button, Group, Table, Text } from '@mantine/core'
import { IconGitMerge } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { changesSince, valuesIn } from '#kit/browser/changes'
import { useText } from '#kit/text'
import type { Values } from '#ui/form/useRecordForm'

interface ConflictProps {
  /** The record as it stands on the server now. */
  theirs: object
  /** What was typed: the fields that are no longer what they were. */
  mine: Values
  labels: Readonly<Record<string, string>>
  show?: ((field: string, value: unknown) => string) | undefined
  onMine: () => void
  onTheirs: () => void
}

const plain = (_: string, value: unknown) => (Array.isArray(value) ? value.join(', ') : String(value ?? ''))

/** Somebody else saved the record meanwhile: both versions side by side, and the choice between them. It takes the focus. */
export const Conflict = ({ theirs, mine, labels, show = plain, onMine, onTheirs }: ConflictProps) => {
  const t = useText()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [theirs])
  const current = valuesIn(theirs, mine)
  const differing = Object.keys(changesSince(current, mine))
  return (
    <Alert color="signal" icon={<IconGitMerge aria-hidden />} title={t('Somebody else has changed this record')} role="alert" tabIndex={-1} ref={box}>
      <Text size="sm" mb="sm">
        {t('It was saved while you were typing. Choose which version shall stand.')}
      </Text>
      <Table.ScrollContainer minWidth={320}>
        <Table layout="fixed">
          <Table.Thead bg="transparent">
            <Table.Tr>
              <Table.Th>{t('Field')}</Table.Th>
              <Table.Th>{t('Yours')}</Table.Th>
              <Table.Th>{t('Theirs')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody style={{ overflowWrap: 'anywhere' }}>
            {differing.map((field) => (
              <Table.Tr key={field}>
                <Table.Th scope="row">{labels[field]}</Table.Th>
                <Table.Td>{show(field, mine[field])}</Table.Td>
                <Table.Td>{show(field, current[field])}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
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
