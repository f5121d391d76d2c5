import { readText } from '../read.ts'
import type { TextRow } from '../work.ts'
import { openArchive, type Source } from '../xlsx/archive.ts'

/** Every row of a sheet, as text. */
export const textRows = async (source: Source, name = 'Companies') => {
  const rows: TextRow[] = []
  for await (const batch of readText(source, { name, columns: [] })) rows.push(...batch)
  return rows
}

/** The text of a part, as it is stored. */
export const partOf = async (source: Source, name: string) => {
  const archive = await openArchive(source)
  let text = ''
  for await (const chunk of archive.part(name)) text += chunk.toString()
  archive.close()
  return text
}
