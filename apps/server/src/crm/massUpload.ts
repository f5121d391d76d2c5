import type { ImportKind } from '@tradewind/contract/crm/bulk/fileImport.constants'
import type { ImportOptions } from '@tradewind/contract/crm/bulk/fileImport.contract'
import { audit } from '#kit/record/audit'
import type { importSpec } from '#kit/record/importSpec'
import { notifyOfImports, fileImportParts, fileImports } from './schema/fileImport.table.ts'

/** Records whose creation is undone in one transaction. */
const PART = 2000

/** A mass upload has nothing to choose: its columns are those of the template, and existing records are left as they are. */
const fixedOptions: ImportOptions = {
  encoding: null,
  separator: null,
  sheet: null,
  headerRow: 1,
  mapping: [],
  key: null,
  existing: 'skip',
  erase: false,
}

/** Stores a mass upload among the imports from files, with the records that it created: it is listed and undone as they are. Returns its id there. */
export const storeMassUpload =
  (kind: ImportKind): NonNullable<Parameters<typeof importSpec>[0]['onUploaded']> =>
  async ({ tx, ...context }, { uploadId, fileName, size, read, skipped, faulty, ids }) => {
    const { uniqueId: createdBy, fullName: byName } = context.actor
    const [created] = await tx
      .insert(fileImports)
      .values({
        ...(uploadId && { uniqueId: uploadId }),
        kind,
        byName,
        fileName,
        size,
        read,
        createdBy,
        preview: { sheets: [], columns: [], total: read, hasFaultyRows: faulty > 0 },
        options: fixedOptions,
        state: 'TAKEN',
        counts: { NEW: ids.length, LEFT: skipped, FAULTY: faulty },
        takenAt: new Date().toISOString(),
      })
      .returning({ uniqueId: fileImports.uniqueId })
    const { uniqueId: importId } = created!
    for (let before = 0; before < ids.length; before += PART) {
      const rows = ids.slice(before, before + PART)
      await tx.insert(fileImportParts).values({ importId, phase: 'take', status: 'WRITTEN', before, count: rows.length, rows })
    }
    notifyOfImports(tx, context.scope)
    await audit({ ...context, tx }, { action: 'IMPORTED', kind: 'fileImport', recordId: importId, title: fileName })
    return importId
  }
