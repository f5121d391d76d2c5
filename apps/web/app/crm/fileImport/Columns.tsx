import { Button, Checkbox, Group, Paper, Radio, Select, SimpleGrid, Stack, Table, Text, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import {
  type ColumnFormat,
  combinationOf,
  defaultFields,
  encodingNames,
  filledBy,
  FULL_NAME,
  keysOf,
  separatorNames,
} from '@tradewind/contract/crm/bulk/fileImport.constants'
import type { FileImport, ImportOptions } from '@tradewind/contract/crm/bulk/fileImport.contract'
import { useEffect, useRef, useState } from 'react'
import type { Input } from '#kit/api/calls'
import { failureOf } from '#kit/api/failure'
import { useSend } from '#kit/api/query'
import { useText } from '#kit/text'
import { ChoiceInput, CountrySelect } from '#ui/entity/useFieldForm'
import { NumberField } from '#ui/form/NumberField'
import { useToast } from '#ui/page/toast'
import { CompanyNameSelect } from './CompanyNameSelect.tsx'
import { importedFields, useImportWords } from './fileImport.ts'
import { MappedColumn, MappedValues } from './UnknownValues.tsx'
import styles from './import.module.css'

/** Milliseconds after the last key until typed text is saved. */
const SAVE_DELAY = 400

type Change = Omit<Input<'PATCH /api/massUpload/'>, 'uniqueId'>

interface Part {
  fileImport: FileImport
  /** A change that depends on the options is computed from those that the changes before it have left. */
  change: (change: Change | ((options: ImportOptions) => Change)) => void
}

/** The error message, that of the field first. */
const errorFrom = (error: unknown) => {
  const failure = failureOf(error)
  const [sentence] = Object.values((failure.data ?? {}) as Record<string, string>)
  return sentence ? new Error(sentence) : failure
}

const useChange = (fileImport: FileImport) => {
  const { uniqueId } = fileImport
  const toast = useToast()
  const { mutateAsync } = useSend('PATCH /api/massUpload/', { changes: ['massUpload'] })
  const last = useRef<Promise<unknown>>(Promise.resolve())
  const newest = useRef(fileImport)
  const see = (one: FileImport) => {
    if (one.updatedAt > newest.current.updatedAt) newest.current = one
  }
  useEffect(() => see(fileImport), [fileImport])
  const send = async (changes: Parameters<Part['change']>[0]) => {
    const input = typeof changes === 'function' ? changes(newest.current.options) : changes
    see((await mutateAsync({ uniqueId, ...input })).data)
  }
  const change: Part['change'] = (changes) => {
    // One request after the other, so that the last value is the one that is saved.
    last.current = last.current.catch(() => {}).then(() => send(changes))
    last.current.catch((error: unknown) => toast.failure(errorFrom(error)))
  }
  /** Resolves when the last change is saved; throws once if it was rejected. */
  const changed = () => {
    const pending = last.current
    last.current = Promise.resolve()
    return pending
  }
  return { change, changed }
}

interface ColumnsProps {
  fileImport: FileImport
  /** Scrolls to the default values and focuses them. */
  startsAtDefaults?: boolean
  onCompare: () => void
}

/** The settings of the import: how the file is read, and the field of each column, guessed and changed by hand. Each change reloads the preview. */
export const Columns = ({ fileImport, startsAtDefaults = false, onCompare }: ColumnsProps) => {
  const t = useText()
  const toast = useToast()
  const { change, changed } = useChange(fileImport)
  const check = useSend('POST /api/massUpload/:uniqueId/check', { changes: ['massUpload'] })
  const compare = () =>
    changed()
      .then(() => check.mutateAsync({ uniqueId: fileImport.uniqueId }))
      .then(onCompare, (error: unknown) => toast.failure(errorFrom(error)))
  return (
    <Stack gap="md">
      <Reading fileImport={fileImport} change={change} />
      <Mapping fileImport={fileImport} change={change} />
      <MappedValues
        fileImport={fileImport}
        onChange={(changeValues) => change(({ values = [] }) => ({ values: changeValues(values) }))}
      />
      <Defaults fileImport={fileImport} change={change} isFirst={startsAtDefaults} />
      <Existing fileImport={fileImport} change={change} />
      <Group justify="flex-end">
        <Button loading={check.isPending} onClick={() => void compare()}>
          {t('Check changes')}
        </Button>
      </Group>
    </Stack>
  )
}

const Reading = ({ fileImport, change }: Part) => {
  const { options, sheets } = fileImport
  const t = useText()
  const choices = (names: Readonly<Record<string, string>>) =>
    Object.entries(names).map(([value, label]) => ({ value, label: t(label) }))
  return (
    <Paper withBorder p="md">
      <SimpleGrid cols={{ base: 1, sm: 3 }}>
        {options.encoding && (
          <Select
            label={t('Encoding')}
            data={choices(encodingNames)}
            value={options.encoding}
            allowDeselect={false}
            onChange={(value) => value && change({ encoding: value as NonNullable<Change['encoding']> })}
          />
        )}
        {options.separator && (
          <Select
            label={t('Separator')}
            data={choices(separatorNames)}
            value={options.separator}
            allowDeselect={false}
            onChange={(value) => value && change({ separator: value as NonNullable<Change['separator']> })}
          />
        )}
        {options.sheet !== null && (
          <Select
            label={t('Sheet')}
            data={sheets}
            value={options.sheet}
            allowDeselect={false}
            onChange={(sheet) => sheet && change({ sheet })}
          />
        )}
        <HeaderRow key={options.headerRow} headerRow={options.headerRow} onChange={(headerRow) => change({ headerRow })} />
      </SimpleGrid>
    </Paper>
  )
}

const MAX_HEADER_ROW = 20

interface HeaderRowProps {
  headerRow: number
  onChange: (headerRow: number) => void
}

/** The row with the names of the columns, applied when the field is left. */
const HeaderRow = ({ headerRow, onChange }: HeaderRowProps) => {
  const t = useText()
  const [row, setRow] = useState<number | string>(headerRow)
  const [isWrong, setWrong] = useState(false)
  const apply = () => {
    const isRow = typeof row === 'number' && Number.isInteger(row) && row >= 1 && row <= MAX_HEADER_ROW
    setWrong(!isRow)
    if (isRow && row !== headerRow) onChange(row)
  }
  return (
    <NumberField
      label={t('Header row')}
      value={row}
      onChange={setRow}
      onBlur={apply}
      error={isWrong && t('Choose a number from {least} to {most}', { least: '1', most: String(MAX_HEADER_ROW) })}
    />
  )
}

/** The number of columns of a file up to which all of them are listed at first; of others, those that are imported, and this many more at a time. */
const MOST_LISTED = 50

const Mapping = ({ fileImport, change }: Part) => {
  const t = useText()
  const [listed, setListed] = useState(fileImport.columns.length <= MOST_LISTED ? MOST_LISTED : 0)
  const { labelOf } = useImportWords(fileImport)
  const { columns, fields, options } = fileImport
  const { mapping, defaults = {} } = options
  const filled = new Set(filledBy(mapping))
  const missing = fields.filter(({ field, required }) => required && !filled.has(field) && !(field in defaults))
  const ignored = mapping.flatMap((field, at) => (field === null ? [at] : []))
  const unlisted = new Set(ignored.slice(listed))
  const combined = fields.filter(({ field }) => mapping.indexOf(field) !== mapping.lastIndexOf(field))
  const assignField = (at: number, field: string | null) =>
    change(({ mapping: saved }) => ({
      mapping: saved.map((current, index) =>
        index === at ? field : current === field && !combinationOf(field) ? null : current,
      ),
    }))
  const setFormat = (at: number, format: ColumnFormat) =>
    change(({ formats = [] }) => ({
      formats: columns.map((_, index) => (index === at ? format : (formats[index] ?? null))),
    }))
  return (
    <Paper withBorder>
      <Table layout="fixed" className={styles.mapping} aria-label={t('Columns')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('Column in the file')}</Table.Th>
            <Table.Th>{t('Examples')}</Table.Th>
            <Table.Th>{t('Field')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {columns.map((_, at) => {
            const onField = (field: string | null) => assignField(at, field)
            const onFormat = (format: ColumnFormat) => setFormat(at, format)
            return unlisted.has(at) ? null : <MappedColumn key={at} {...{ fileImport, at, onField, onFormat }} />
          })}
        </Table.Tbody>
      </Table>
      {unlisted.size > 0 && (
        <Group px="md" pt="md">
          <Text size="sm">
            {t('{count} column is not imported.|{count} columns are not imported.', { count: ignored.length })}
          </Text>
          <Button variant="subtle" size="xs" onClick={() => setListed(listed + MOST_LISTED)}>
            {t('Show {count} more', { count: Math.min(MOST_LISTED, unlisted.size) })}
          </Button>
        </Group>
      )}
      <Text size="sm" c={missing.length > 0 ? 'var(--tw-signal-text)' : 'dimmed'} p="md" role="status">
        {missing.length > 0
          ? t('New records also need: {fields}.', { fields: missing.map(({ field }) => labelOf(field)).join(', ') })
          : t('Fields marked * are required for new records.')}
      </Text>
      {mapping.includes(FULL_NAME) && (
        <Text size="sm" c="dimmed" px="md" pb="md">
          {t('{field}: the last word is read as the last name, or what is before a comma.', { field: labelOf(FULL_NAME) })}
        </Text>
      )}
      {combined.map(({ field }) => (
        <Text key={field} size="sm" c="dimmed" px="md" pb="md">
          {combinationOf(field) === 'joined'
            ? t('{field}: columns are joined with commas.', { field: labelOf(field) })
            : t('{field}: the first column with a value is used.', { field: labelOf(field) })}
        </Text>
      ))}
    </Paper>
  )
}

const focusElement = (element: HTMLElement | null) => element?.focus()

/** Default values of new records where the file has none: also of fields with a column, which may be empty in some rows. */
const Defaults = ({ fileImport, change, isFirst }: Part & { isFirst: boolean }) => {
  const t = useText()
  const { defaults = {} } = fileImport.options
  return (
    <Paper
      withBorder
      p="md"
      component="section"
      aria-label={t('Default values for new records')}
      tabIndex={-1}
      ref={isFirst ? focusElement : null}
    >
      <Text fw={600}>{t('Default values for new records')}</Text>
      <Text size="sm" c="dimmed" mb="sm">
        {t('New records get these values where the file has none.')}
      </Text>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {defaultFields[fileImport.kind].map((field) => {
          const Input = field === 'company' ? CompanyDefault : DefaultInput
          return (
            <Input
              key={field}
              fileImport={fileImport}
              field={field}
              value={defaults[field] ?? ''}
              onChange={(text) => change({ defaults: { [field]: text } })}
            />
          )
        })}
      </SimpleGrid>
    </Paper>
  )
}

interface DefaultInputProps {
  fileImport: FileImport
  field: string
  /** As in a cell of a file. */
  value: string
  onChange: (text: string) => void
}

const DefaultInput = ({ fileImport, field, value, onChange }: DefaultInputProps) => {
  const { labelOf } = useImportWords(fileImport)
  const spec = importedFields[fileImport.kind][field]
  const common = { id: field, name: field, label: labelOf(field), required: false, error: null }
  const choose = (chosen: unknown) => onChange(([chosen ?? ''].flat() as string[]).join(', '))
  if (spec?.type === 'country') return <CountrySelect {...common} value={value || null} onChange={choose} />
  if (spec?.type !== 'choice' && spec?.type !== 'choices') return <TextDefault {...common} value={value} onChange={onChange} />
  const offered = (spec.sheet && spec.sheet.values) || Object.keys(spec.choices)
  const choices = Object.fromEntries(offered.map((choice) => [choice, spec.choices[choice]!]))
  const several = spec.type === 'choices'
  const chosen = several ? value.split(', ').filter(Boolean) : value || null
  return <ChoiceInput {...common} choices={choices} isMultiple={several} clearable value={chosen} onChange={choose} />
}

interface TextDefaultProps extends Pick<DefaultInputProps, 'value' | 'onChange'> {
  id: string
  name: string
  label: string
}

/** Saves the text while it is typed, so that a reload loses nothing. */
const TextDefault = ({ value, onChange, ...field }: TextDefaultProps) => {
  const saveDebounced = useDebouncedCallback(onChange, { delay: SAVE_DELAY, flushOnUnmount: true })
  return (
    <TextInput
      {...field}
      defaultValue={value}
      maxLength={300}
      onChange={(event) => saveDebounced(event.currentTarget.value.trim())}
      onBlur={() => saveDebounced.flush()}
    />
  )
}

const CompanyDefault = ({ fileImport, field, value, onChange }: DefaultInputProps) => {
  const { labelOf } = useImportWords(fileImport)
  return <CompanyNameSelect id={field} label={labelOf(field)} value={value} onChange={onChange} />
}

const NONE = 'none'

const Existing = ({ fileImport: { kind, options }, change }: Part) => {
  const t = useText()
  const keys = keysOf(kind).map(([value, { label }]) => ({ value, label: t(label) }))
  return (
    <Paper withBorder p="md">
      <Stack>
        <Select
          label={t('Find existing records by')}
          data={[...keys, { value: NONE, label: t('Do not search, create all rows') }]}
          value={options.key ?? NONE}
          allowDeselect={false}
          maw={360}
          onChange={(key) => change({ key: key === NONE ? null : key })}
        />
        {options.key && (
          <>
            <Radio.Group label={t('Existing records')} value={options.existing} onChange={(existing) => change({ existing })}>
              <Stack gap={6} mt={6}>
                <Radio value="update" label={t('Update them with the file')} />
                <Radio value="skip" label={t('Leave them unchanged')} />
              </Stack>
            </Radio.Group>
            <Checkbox
              label={t('Empty cells clear the field')}
              checked={options.erase}
              disabled={options.existing === 'skip'}
              onChange={({ currentTarget: { checked } }) => change({ erase: checked })}
            />
          </>
        )}
      </Stack>
    </Paper>
  )
}
