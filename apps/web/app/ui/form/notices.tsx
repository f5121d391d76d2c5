import { Alert, Anchor, Button, Group, List, Table, Text } from '@mantine/core'
import { IconAlertCircle, IconGitMerge } from '@tabler/icons-react'
import { phrase } from '@tradewind/contract/kit/phrase'
import { type ReactNode, useEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import type { Failure } from '#kit/api/failure'
import { formValuesOf } from '#kit/browser/drafts'
import { useText } from '#kit/text'
import { formatValue } from '#ui/entity/words'
import type { Values } from '#ui/form/useRecordForm'
import { withFocusInForm } from './Restored.tsx'

interface ErrorSummaryProps {
  failure: Failure
  /** The labels of the fields. A field's element has the field's name as id, or the one in `ids`. */
  labels: Readonly<Record<string, string>>
  ids?: Readonly<Record<string, string>>
}

/** Focuses a field; the tab that contains it is opened first. */
const focusField = (id: string) => {
  const field = document.getElementById(id)
  const tab = field?.closest('[role="tabpanel"]')?.getAttribute('aria-labelledby')
  if (tab) flushSync(() => document.getElementById(tab)?.click())
  field?.focus()
}

/** Sorts errors as their fields follow each other on the page. Fields that are not there come last. */
const inPageOrder = (faults: readonly [field: string, sentence: string][], idOf: (field: string) => string) => {
  const elements = new Map(faults.map(([field]) => [field, document.getElementById(idOf(field))]))
  return faults.toSorted(([one], [other]) => {
    const [first, second] = [elements.get(one), elements.get(other)]
    if (!first || !second) return Number(!first) - Number(!second)
    return first.compareDocumentPosition(second) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1
  })
}

/** The server's message for errors of fields, where there is no other. */
const generalMessage = phrase('Please check the form')

/** All errors that the server found in a form, in the order of the page, with links to the fields. It takes the focus. */
export const ErrorSummary = ({ failure, labels, ids = {} }: ErrorSummaryProps) => {
  const t = useText()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    box.current?.focus()
  }, [failure])
  const idOf = (field: string) => ids[field] ?? field
  const faults = inPageOrder(Object.entries(failure.fields), idOf)
  const isGeneral = failure.message === generalMessage && faults.length > 0
  return (
    <Alert
      color="red"
      icon={<IconAlertCircle aria-hidden />}
      title={t('This was not saved')}
      role="alert"
      tabIndex={-1}
      ref={box}
    >
      {!isGeneral && <Text size="sm">{t(failure.message)}</Text>}
      {faults.length > 0 && (
        <List size="sm" mt={isGeneral ? 0 : 'xs'}>
          {faults.map(([field, sentence]) => (
            <List.Item key={field}>
              <FieldName id={idOf(field)} label={labels[field] ?? field} />
              {t(':')} {t(sentence)}
            </List.Item>
          ))}
        </List>
      )}
    </Alert>
  )
}

/** Leads to a field. The name alone of one that is not on the page. */
const FieldName = ({ id, label }: { id: string; label: string }) => {
  if (!document.getElementById(id)) return label
  const focus = (event: React.MouseEvent) => {
    event.preventDefault()
    focusField(id)
  }
  return (
    <Anchor href={`#${id}`} inherit onClick={focus}>
      {label}
    </Anchor>
  )
}

interface Versions {
  /** The current record on the server. */
  savedRecord: object
  /** The fields that were changed in this form. */
  ownValues: Values
  /** The fields that were changed on both sides. */
  fields: readonly string[]
  labels: Readonly<Record<string, string>>
  show?: ((field: string, value: unknown) => ReactNode) | undefined
}

interface ConflictProps extends Versions {
  /** Who changed it: the server's sentence. */
  title: string
  onKeepOwn: () => void
  onUseSaved: () => void
}

/** The same fields were changed and saved elsewhere meanwhile: shows both values side by side, and offers the choice. It takes the focus. */
export const Conflict = ({ title, onKeepOwn, onUseSaved, ...versions }: ConflictProps) => {
  const t = useText()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [versions.savedRecord])
  return (
    <Alert color="signal" icon={<IconGitMerge aria-hidden />} title={t(title)} role="alert" tabIndex={-1} ref={box}>
      <Text size="sm" mb="sm">
        {t('These fields were changed here and elsewhere. Choose which values to keep; nothing else is lost.')}
      </Text>
      <VersionsTable {...versions} />
      <Group mt="sm">
        <Button size="xs" onClick={onKeepOwn}>
          {t('Keep mine')}
        </Button>
        <Button size="xs" variant="default" onClick={withFocusInForm(onUseSaved)}>
          {t('Use the saved version')}
        </Button>
      </Group>
    </Alert>
  )
}

const VersionsTable = ({ savedRecord, ownValues, fields, labels, show = (_, value) => formatValue(value) }: Versions) => {
  const t = useText()
  // A field missing in their version is shown as empty, not as my value.
  const current = formValuesOf(savedRecord, Object.fromEntries(fields.map((field) => [field, ''])) as Values)
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
            <Table.Td>{show(field, ownValues[field])}</Table.Td>
            <Table.Td>{show(field, current[field])}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
