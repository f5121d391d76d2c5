import { Select, Table, Text } from '@mantine/core'
import type { ColumnFormat } from '@tradewind/contract/crm/bulk/fileImport.constants'
import type { FileImport } from '@tradewind/contract/crm/bulk/fileImport.contract'
import { phrase } from '@tradewind/contract/kit/phrase'
import { useText } from '#kit/text'
import { useImportWords } from './fileImport.ts'

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
