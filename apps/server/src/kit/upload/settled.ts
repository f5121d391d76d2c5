import { type CustomChange, keyIn } from '@tradewind/contract/kit/custom/custom.fields'
import { told } from '@tradewind/contract/kit/say'
import type { Fault, Sheet } from '@tradewind/workbook/sheet'
import type { CustomImport } from '../custom/import.ts'
import type { WriteContext } from '../http/context.ts'

interface Row {
  row: number
  fields: Record<string, unknown>
  isSound: boolean
}

interface Arriving {
  sheet: Sheet
  custom?: CustomImport
}

/** New rows with the columns that the tenant's fields come to; a fault for each field that no new record can hold. */
export const settleRows = async <R extends Row>({ custom, sheet }: Arriving, context: WriteContext, rows: readonly R[]) => {
  if (!custom || rows.length === 0) return { seen: rows, faults: [] }
  const changeIn = ({ fields }: Row) => fields['custom'] as CustomChange | undefined
  const settled = await custom.settle(rows.map(changeIn), context)
  const faults: Fault[] = []
  const seen = rows.map((one): R => {
    const columns = settled(changeIn(one), {})
    if (!('issues' in columns)) return { ...one, fields: { ...one.fields, ...columns } }
    for (const [field, problem] of columns.issues) {
      const column = sheet.columns.find((each) => each.field === field)!.header
      const value = String(changeIn(one)?.[keyIn(field)] ?? '').slice(0, 200)
      faults.push({ row: one.row, column, value, ...told(problem) })
    }
    return { ...one, isSound: false }
  })
  return { seen, faults }
}
