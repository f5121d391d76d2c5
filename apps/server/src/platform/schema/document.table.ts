import { bigint, index, pgEnum, text } from 'drizzle-orm/pg-core'
import { tenantTable } from '#kit/database/table'

export const documentPurpose = pgEnum('document_purpose', ['LOGO', 'IMPORT', 'DRIVE', 'CONTENT', 'FILE_IMPORT'])

/** A file that a record refers to. Its bytes are in the store of files, under their hash. */
export const documents = tenantTable(
  'document',
  {
    purpose: documentPurpose().notNull(),
    /** As its owner called it. */
    originalFileName: text().notNull(),
    /** As it is sent. */
    fileName: text().notNull(),
    mimeType: text().notNull(),
    /** Bytes. */
    size: bigint({ mode: 'number' }).notNull(),
    /** SHA-256, hexadecimal. */
    hash: text().notNull(),
  },
  (t) => [index('document_of_bytes').on(t.tenantId, t.hash)],
)
