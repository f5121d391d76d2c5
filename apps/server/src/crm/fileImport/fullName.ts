import { FULL_NAME, type ImportKind } from '@tradewind/contract/crm/bulk/fileImport.constants'
import { phrase } from '@tradewind/contract/kit/phrase'
import type { Column, Sheet } from '@tradewind/workbook/sheet'
import type { TextRow } from '@tradewind/workbook/work'
import { plainName } from './combine.ts'

const fullName: Column = { header: phrase('Full Name'), field: FULL_NAME }

/** The sheet with all columns that one of a file may be assigned to: a contact's name may be in a single one. */
export const withFullName = (kind: ImportKind, { name, columns }: Sheet): Sheet => ({
  name,
  columns: kind === 'contact' ? [fullName, ...columns] : columns,
})

/** Words before a surname that are part of it. */
const particles = new Set(
  'von vom zu zum zur van der den de ter ten af av del della dello degli dei di da do dos das du des la le lo las los al el bin ibn'.split(
    ' ',
  ),
)

/** The first name and the surname in a whole name: the last word with its particles, or what is before a comma, is the surname. */
const splitName = (text: string): readonly [string, string] => {
  const [before = '', ...after] = text.split(',')
  if (after.length > 0) return [after.join(',').trim(), before.trim()]
  const words = text.trim().split(/\s+/)
  const isParticle = (at: number) => particles.has(words[at]!.toLowerCase())
  let at = words.length - 1
  while (at > 1 && isParticle(at - 1)) at--
  return [words.slice(0, at).join(' '), words.slice(at).join(' ')]
}

/**
 * The mapping with a column each for the first name and the surname of the whole name, after all others, and the function that adds their cells to
 * a row. Without a column for the whole name both stay as they are.
 */
export const splitFullName = (mapping: readonly (string | null)[]) => {
  const at = mapping.indexOf(FULL_NAME)
  if (at < 0) return { mapping, withNames: (row: TextRow) => row }
  const width = mapping.length
  const withNames = (row: TextRow): TextRow => {
    const flaw = row.flaws?.[at]
    return {
      ...row,
      cells: [...Array.from({ length: width }, (_, index) => row.cells[index] ?? ''), ...splitName(row.cells[at] ?? '')],
      ...(flaw && { flaws: { ...row.flaws, [width]: flaw, [width + 1]: flaw } }),
    }
  }
  return { mapping: [...mapping, 'firstName', 'lastName'], withNames }
}

/** The guessed mapping without a whole name that says nothing more: beside a column of first names, *Name* is the surname, and the other way round. */
export const withoutNeedlessName = (mapping: readonly (string | null)[], header: readonly string[]) => {
  const [hasFirst, hasLast] = [mapping.includes('firstName'), mapping.includes('lastName')]
  return mapping.map((field, at) => {
    if (field !== FULL_NAME || !(hasFirst || hasLast)) return field
    if (hasFirst && hasLast) return null
    const isOther = plainName(header[at] ?? '') === 'name'
    return isOther ? (hasFirst ? 'lastName' : 'firstName') : field
  })
}
