import type { Tx } from '#kit/database/database'
import type { Scope } from '#kit/database/scoped'
import { notifyOfKinds } from '#kit/record/activity'
import { fileImports } from '../schema/fileImport.table.ts'

/** The kind by which open pages learn of imports. */
export const importNews = { name: 'massUpload', table: fileImports } as const

/** Has open pages read the imports again after the commit. */
export const notifyOfImports = (tx: Tx, scope: Scope) => notifyOfKinds({ tx, scope }, [importNews])
