import { Anchor, Button, Group, Paper, Select, Table, Text } from '@mantine/core'
import type { ColumnFormat } from '@tradewind/contract/crm/bulk/fileImport.constants'
import type { FileImport, ValueMapping } from '@tradewind/contract/crm/bulk/fileImport.contract'
import { phrase } from '@tradewind/contract/kit/phrase'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { failureOf } from '#kit/api/failure'
import { useSend } from '#kit/api/query'
import { useArea } from '#kit/area'
import { draftOf } from '#kit/browser/drafts'
import { useText } from '#kit/text'
import { useCountryOptions } from '#ui/entity/useCountryOptions'
import { filterByMatch } from '#ui/form/searchOptions'
import { useToast } from '#ui/page/toast'
import { CompanyNameSelect } from './CompanyNameSelect.tsx'
import { isOwnField, useImportWords } from './fileImport.ts'
import styles from './import.module.css'

type FileText = Pick<ValueMapping, 'field' | 'text'>

/** The same text of the same field. */
const isSame = (one: FileText, other: FileText) => one.field === other.field && one.text === other.text

interface ValuesProps {
  fileImport: FileImport
  title: string
  /** What a choice applies to. */
  hint: string
  rows: readonly (FileText & { rows?: number })[]
  valueOf: (of: FileText) => string | null
  onChange: (of: FileText, value: string | null) => void
  /** What follows below the table. */
  children?: ReactNode
}

/** The field that names a record, whose values are not listed but searched. */
const COMPANY = 'company'

/** Texts of the file, each with the value that it means. */
const Values = ({ title, hint, children, ...table }: ValuesProps) => (
  <Paper withBorder component="section" aria-label={title}>
    <Text fw={600} p="md" pb={0}>
      {title}
    </Text>
    <Text size="sm" c="dimmed" px="md" pb="xs">
      {hint}
    </Text>
    <ValueTable label={title} {...table} />
    {children}
  </Paper>
)

interface ValueTableProps extends Omit<ValuesProps, 'title' | 'hint' | 'children'> {
  label: string
}

const ValueTable = ({ fileImport, label, rows, valueOf, onChange }: ValueTableProps) => {
  const t = useText()
  const { labelOf } = useImportWords(fileImport)
  const countries = useCountryOptions('code')
  const optionsFor = (field: string) => {
    if (field === 'country') return countries
    const { choices = [] } = fileImport.fields.find((one) => one.field === field) ?? {}
    return choices.map((choice) => ({ value: choice.value, label: isOwnField(field) ? choice.label : t(choice.label) }))
  }
  return (
    <Table layout="fixed" className={styles.mapping} aria-label={label}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('Value in the file')}</Table.Th>
          <Table.Th>{t('Field')}</Table.Th>
          <Table.Th>{t('Meaning')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((row) => (
          <Table.Tr key={`${row.field} ${row.text}`}>
            <Table.Td fw={600}>{row.text}</Table.Td>
            <Table.Td>
              <Text size="sm" c="dimmed">
                {labelOf(row.field)}
                {row.rows !== undefined && ` · ${t('{count} row|{count} rows', { count: row.rows })}`}
              </Text>
            </Table.Td>
            <Table.Td>
              {row.field === COMPANY ? (
                <CompanyNameSelect
                  aria-label={t('Meaning of “{value}”', { value: row.text })}
                  placeholder={t('Choose a company')}
                  value={valueOf(row) ?? ''}
                  onChange={(name) => onChange(row, name || null)}
                />
              ) : (
                <Select
                  aria-label={t('Meaning of “{value}”', { value: row.text })}
                  placeholder={t('Choose a value')}
                  clearable
                  searchable
                  filter={filterByMatch}
                  data={optionsFor(row.field)}
                  value={valueOf(row)}
                  onChange={(value) => onChange(row, value)}
                />
              )}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

/** The number of unknown values that are shown at first. */
const FIRST = 10

/** A chosen meaning; null where none is meant, although one is close. */
type Meaning = FileText & { value: string | null }

/**
 * What unknown texts mean: what was chosen, or else the nearest values. Choices are kept in the browser until they are applied, since one may go
 * back to the columns, or import companies first.
 */
const useMeanings = ({ uniqueId, unknown }: Pick<FileImport, 'uniqueId' | 'unknown'>) => {
  const [draft] = useState(() => draftOf<{ meanings: readonly Meaning[] }>(`import/${uniqueId}`))
  const [meanings, setMeanings] = useState(() => draft.read()?.values.meanings ?? [])
  const near = unknown.map(({ field, text, nearest }): Meaning => ({ field, text, value: nearest }))
  const chosen = [
    ...near.filter((one) => !meanings.some((other) => isSame(one, other))),
    ...meanings.filter((one) => near.some((other) => isSame(one, other))),
  ].flatMap(({ field, text, value }): ValueMapping[] => (value === null ? [] : [{ field, text, value }]))
  const choose = ({ field, text }: FileText, value: string | null) => {
    const next = [...meanings.filter((one) => !isSame(one, { field, text })), { field, text, value }]
    setMeanings(next)
    draft.keep({ from: { meanings: [] }, base: null, values: { meanings: next } })
  }
  return { chosen, choose, forget: draft.drop }
}

/** The texts of a compared file that fields do not know: their meaning is chosen once for all rows, and the file is compared again. */
export const UnknownValues = ({ fileImport }: { fileImport: FileImport }) => {
  const t = useText()
  const toast = useToast()
  const { uniqueId, unknown, options } = fileImport
  const check = useSend('POST /api/massUpload/:uniqueId/check', { changes: ['massUpload'] })
  const { chosen, choose, forget } = useMeanings(fileImport)
  const [listed, setListed] = useState(FIRST)
  const lacksCompanies = unknown.some(({ field }) => field === COMPANY)
  if (unknown.length === 0) return null
  const apply = () => {
    const earlier = (options.values ?? []).filter((one) => !chosen.some((other) => isSame(one, other)))
    return check
      .mutateAsync({ uniqueId, values: [...earlier, ...chosen] })
      .then(forget)
      .catch((error: unknown) => toast.failure(failureOf(error)))
  }
  return (
    <Values
      fileImport={fileImport}
      title={t('Values that are not known')}
      hint={t('Choose what they mean. It applies to all rows, and to your next file with the same columns.')}
      rows={unknown.slice(0, listed)}
      valueOf={(of) => chosen.find((one) => isSame(one, of))?.value ?? null}
      onChange={choose}
    >
      {lacksCompanies && <MissingCompanies />}
      <Group justify="flex-end" p="md">
        {unknown.length > listed && (
          <Button variant="subtle" mr="auto" onClick={() => setListed(unknown.length)}>
            {t('Show {count} more', { count: unknown.length - listed })}
          </Button>
        )}
        <Button
          variant="default"
          disabled={chosen.length === 0 && !lacksCompanies}
          loading={check.isPending}
          onClick={() => void apply()}
        >
          {t('Apply and check again')}
        </Button>
      </Group>
    </Values>
  )
}

/** What to do about companies that are not there. Once they are, the file is checked again. */
const MissingCompanies = () => {
  const t = useText()
  const at = useArea()
  return (
    <Text size="sm" px="md" pt="md">
      {t('Import or create companies that are missing, then check this file again.')}{' '}
      <Anchor component={Link} to={at('import/new?kind=company')} inherit>
        {t('Import companies')}
      </Anchor>
    </Text>
  )
}

interface MappedValuesProps {
  fileImport: FileImport
  onChange: (change: (values: readonly ValueMapping[]) => ValueMapping[]) => void
}

/** The values that were chosen for unknown texts, here or for an earlier file with the same columns. */
export const MappedValues = ({ fileImport, onChange }: MappedValuesProps) => {
  const t = useText()
  const { values = [] } = fileImport.options
  if (values.length === 0) return null
  const choose = (of: FileText, value: string | null) =>
    onChange((saved) => saved.flatMap((one) => (isSame(one, of) ? (value === null ? [] : [{ ...one, value }]) : [one])))
  return (
    <Values
      fileImport={fileImport}
      title={t('Meaning of values')}
      hint={t('Chosen for this file, or for an earlier one with the same columns. It applies to all rows.')}
      rows={values}
      valueOf={(of) => values.find((one) => isSame(one, of))?.value ?? null}
      onChange={choose}
    />
  )
}

/** How dates and numbers of the file were read, with examples. */
export const ReadValues = ({ fileImport }: { fileImport: FileImport }) => {
  const t = useText()
  const { labelOf, show } = useImportWords(fileImport)
  const readings = fileImport.fields.flatMap(({ field }) => fileImport.readings.filter((one) => one.field === field))
  const title = t('How dates and numbers were read')
  if (readings.length === 0) return null
  return (
    <Paper withBorder component="section" aria-label={title}>
      <Text fw={600} p="md" pb={0}>
        {title}
      </Text>
      <Text size="sm" c="dimmed" px="md" pb="xs">
        {t('The first, the lowest and the highest value. If they are wrong, go back and change the format of the column.')}
      </Text>
      <Table layout="fixed" className={styles.mapping} aria-label={title}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('Field')}</Table.Th>
            <Table.Th>{t('Examples')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {readings.map(({ field, hasShortYears, rows, examples }) => (
            <Table.Tr key={`${field} ${hasShortYears}`}>
              <Table.Td>
                <Text span fw={600}>
                  {labelOf(field)}
                </Text>
                <Text size="sm" c="dimmed">
                  {t('{count} row|{count} rows', { count: rows })}
                  {hasShortYears && ` · ${t('Two-digit years: 00–49 are read as 2000–2049, 50–99 as 1950–1999')}`}
                </Text>
              </Table.Td>
              <Table.Td>
                {examples.map(({ text, value }) => (
                  <div key={text}>
                    {text} → <strong>{show(field, value)}</strong>
                  </div>
                ))}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Paper>
  )
}

const formatNames: Readonly<Record<ColumnFormat, string>> = {
  day: phrase('Day first: 31/12/2026'),
  month: phrase('Month first: 12/31/2026'),
  year: phrase('Year first: 2026/12/31'),
  serial: phrase('Serial number of Excel: 46387'),
  point: phrase('Decimal point: 1,234.56'),
  comma: phrase('Decimal comma: 1.234,56'),
}

/** Whether a value can be read in one way only in any format. */
const isPlain = (text: string, formats: readonly ColumnFormat[]) =>
  (formats.includes('day') ? /^\d{4}-\d{2}-\d{2}/ : /^-?\d+$/).test(text)

interface FormatSelectProps {
  fileImport: FileImport
  /** The index of the column. */
  at: number
  columnName: string
  onChange: (format: ColumnFormat) => void
}

/** How a column writes dates or numbers, if its field has some. */
const FormatSelect = ({ fileImport: { columns, fields, options }, at, columnName, onChange }: FormatSelectProps) => {
  const t = useText()
  const { formats } = fields.find(({ field }) => field === options.mapping[at]) ?? {}
  if (!formats) return null
  const format = options.formats?.[at]
  const isClear = columns[at]!.samples.every((text) => isPlain(text, formats))
  return (
    <Select
      mt={6}
      aria-label={t('Format of {column}', { column: columnName })}
      placeholder={t(isClear ? 'Only for values that are not clear' : 'Not clear from the file')}
      data={formats.map((value) => ({ value, label: t(formatNames[value]) }))}
      value={format && formats.includes(format) ? format : null}
      allowDeselect={false}
      onChange={(value) => value && onChange(value)}
    />
  )
}

interface MappedColumnProps {
  fileImport: FileImport
  /** The index of the column. */
  at: number
  onField: (field: string | null) => void
  onFormat: (format: ColumnFormat) => void
}

/** A column with its examples, its field, and how it writes dates or numbers. */
export const MappedColumn = ({ fileImport, at, onField, onFormat }: MappedColumnProps) => {
  const t = useText()
  const { labelOf } = useImportWords(fileImport)
  const { columns, fields, options } = fileImport
  const { name, samples } = columns[at]!
  const columnName = name || t('Column {number}', { number: at + 1 })
  return (
    <Table.Tr>
      <Table.Td fw={600}>{columnName}</Table.Td>
      <Table.Td>
        <Text size="sm" c="dimmed">
          {samples.join(' · ')}
        </Text>
      </Table.Td>
      <Table.Td>
        <Select
          aria-label={t('Field for {column}', { column: columnName })}
          placeholder={t('Do not import')}
          clearable
          searchable
          data={fields.map(({ field, required }) => ({
            value: field,
            label: required ? `${labelOf(field)} *` : labelOf(field),
          }))}
          value={options.mapping[at] ?? null}
          onChange={onField}
        />
        <FormatSelect fileImport={fileImport} at={at} columnName={columnName} onChange={onFormat} />
      </Table.Td>
    </Table.Tr>
  )
}
