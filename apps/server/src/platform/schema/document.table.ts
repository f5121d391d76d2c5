import { bigint, index, pgEnum, text } from 'drizzle-orm/pg-core'
import { tenantTable } from '#kit/database/table'

export const documentPurpose = pgEnum('document_purpose', ['LOGO', 'IMPORT', 'DRIVE', 'CONTENT', 'FILE_IMPORT'])

/** A file that a record refers to. Its bytes are in the file store, under their hash. */
export const documents = tenantTable(
  'document',
  {
    purpose: documentPurpose().notNull(),
    /** The file name that the user uploaded. */
    originalFileName: text().notNull(),
    /** The file name for downloads. */
    fileName: text().notNull(),
    mimeType: text().notNull(),
    /** Bytes. */
    size: bigint({ mode: 'number' }).notNull(),
    /** SHA-256, hexadecimal. */
    hash: text().notNull(),
  },
  (t) => [index('document_of_bytes').on(t.tenantId, t.hash)],
)
