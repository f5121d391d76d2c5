import { type CountryCode, countries, countryName } from '@tradewind/contract/countries'
import {
  type FieldSpec,
  type FieldSpecs,
  formSpecs,
  type FormField,
  listName,
  specsOf,
} from '@tradewind/contract/kit/entityFields'
import { languages } from '@tradewind/contract/kit/language'
import type { ExportColumn } from '@tradewind/workbook/export'
import { type Column, type Sheet, wordKey } from '@tradewind/workbook/sheet'
import { shippedTexts } from '../catalogues.ts'

/** Constants by what screens call them in any language, as a sheet's column understands its values: by `wordKey`. */
const wordsFor = (names: Readonly<Record<string, string>>, constants: readonly string[]) =>
  Object.fromEntries(
    constants.flatMap((constant) =>
      languages.map((language) => [wordKey(shippedTexts(language)[names[constant]!] ?? names[constant]!), constant] as const),
    ),
  )

const countryNames = countries.map(({ name }) => name)

const valuesIn = (spec: FieldSpec): Partial<Column> => {
  if (spec.type === 'country') return { suggestions: countryNames }
  if (spec.type !== 'choice' && spec.type !== 'choices') return {}
  const values = (spec.sheet && spec.sheet.values) || Object.keys(spec.choices)
  return { values, words: wordsFor(spec.choices, values), ...(spec.type === 'choices' && { many: true }) }
}

const widthOf = ({ sheet }: FieldSpec) => (sheet && sheet.width ? { width: sheet.width } : {})

/** How a sheet calls a field: a reference by the property that names the other record. */
type SheetField<F extends FieldSpecs> = {
  [K in FormField<F>]: F[K] extends { named: infer Named extends string } ? Named : K
}[FormField<F>]

/** The columns of the workbook in which records are uploaded: a field each, in the order of the form, with its label as the header. */
export const importSheet = <F extends FieldSpecs>(name: string, fields: F) => {
  const columns = formSpecs(fields)
    .filter(([, { sheet }]) => sheet !== false)
    .map(([field, spec]): Column => ({
      header: spec.label,
      field: listName(field, spec),
      ...(spec.required && { required: true as const }),
      ...(spec.sheet && spec.sheet.mayLack && { optional: true as const }),
      ...valuesIn(spec),
      ...widthOf(spec),
    }))
  return { name, columns } as unknown as Sheet<readonly Column<SheetField<F>>[]>
}

type Value<Row> = ExportColumn<Row>['value']
type Read = (row: object) => ReturnType<Value<object>>

const valueOf = (field: string, { type }: FieldSpec): Read => {
  const read: Read = (row) => (row as Record<string, ReturnType<Read>>)[field]
  return type === 'country' ? (row) => countryName(read(row) as CountryCode) : read
}
const kinds: Partial<Record<FieldSpec['type'], 'date' | 'phone'>> = { day: 'date', moment: 'date' }

/**
 * The columns of an export: those of the form, then those of the server, with their labels as headers. `values` reads what a row holds under
 * another name than the field's.
 */
export const exportColumns = <Row extends object, F extends FieldSpecs>(
  fields: F,
  values: { readonly [Field in keyof F & string]?: Value<Row> } = {},
): readonly ExportColumn<Row>[] =>
  specsOf(fields)
    .filter(([, { sheet }]) => sheet !== false)
    .toSorted(([, one], [, other]) => Number(one.readOnly ?? false) - Number(other.readOnly ?? false))
    .map(([field, spec]) => {
      const kind = kinds[spec.type]
      return { header: spec.label, value: values[field] ?? valueOf(field, spec), ...widthOf(spec), ...(kind && { kind }) }
    })
