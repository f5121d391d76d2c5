import { Alert, Button, Group, Table, Text } from '@mantine/core'
import { IconGitMerge } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { valuesIn } from '#kit/browser/changes'
import { useText } from '#kit/text'
import type { Values } from '#ui/form/useRecordForm'
import { inWords } from '#ui/values/words'

interface Versions {
  /** The record as it is on the server now. */
  theirs: object
  /** What was typed: the fields that are no longer what they were. */
  mine: Values
  /** Those that were changed on both sides. */
  fields: readonly string[]
  labels: Readonly<Record<string, string>>
  show?: ((field: string, value: unknown) => ReactNode) | undefined
}

interface ConflictProps extends Versions {
  /** Who changed it: the server's sentence. */
  title: string
  onMine: () => void
  onTheirs: () => void
}

/** The same fields were changed and saved elsewhere meanwhile: both values side by side, and the choice between them. It takes the focus. */
export const Conflict = ({ title, onMine, onTheirs, ...versions }: ConflictProps) => {
  const t = useText()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [versions.theirs])
  return (
    <Alert color="signal" icon={<IconGitMerge aria-hidden />} title={t(title)} role="alert" tabIndex={-1} ref={box}>
      <Text size="sm" mb="sm">
        {t('These fields were changed here and elsewhere. Choose which values to keep; nothing else is lost.')}
      </Text>
      <Both {...versions} />
      <Group mt="sm">
        <Button size="xs" onClick={onMine}>
          {t('Keep mine')}
        </Button>
        <Button size="xs" variant="default" onClick={onTheirs}>
          {t('Use the saved version')}
        </Button>
      </Group>
    </Alert>
  )
}

const Both = ({ theirs, mine, fields, labels, show = (_, value) => inWords(value) }: Versions) => {
  const t = useText()
  // What they left empty is not what I typed.
  const current = valuesIn(theirs, Object.fromEntries(fields.map((field) => [field, ''])) as Values)
  return (
    <Table layout="fixed" horizontalSpacing={4} style={{ overflowWrap: 'anywhere' }} styles={{ th: { whiteSpace: 'normal' } }}>
      <Table.Thead bg="transparent">
        <Table.Tr>
          <Table.Th>{t('Field')}</Table.Th>
          <Table.Th>{t('Yours')}</Table.Th>
          <Table.Th>{t('Saved version')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {fields.map((field) => (
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
