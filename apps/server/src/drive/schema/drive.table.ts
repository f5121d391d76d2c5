import type { Piece } from '@tradewind/byte-store/files'
import { nameConflictActions, uploadStates } from '@tradewind/contract/drive/driveUpload.contract'
import { driveActions } from '@tradewind/contract/drive/item'
import { sql } from 'drizzle-orm'
import { bigint, boolean, check, date, index, integer, jsonb, pgEnum, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { fold, normalizeText } from '#kit/database/list'
import { instant, notDeleted, scopedForeignKey, softDeleteTable, tenantTable } from '#kit/database/table'
import { documents } from '#platform/schema/document.table'
import { users } from '#platform/schema/user.table'

/** Files and folders of drives. A soft-deleted item can be restored; only its owner sees it then. */
export const driveItems = softDeleteTable(
  'drive_item',
  {
    ownerId: uuid().notNull(),
    /** The parent folder; null at the root. */
    parentId: uuid(),
    /** The parent folder, or the owner for an item at the root. Computed by PostgreSQL. */
    placeId: uuid()
      .notNull()
      .generatedAlwaysAs(sql`coalesce(parent_id, owner_id)`),
    /** All ancestor folders, the outermost first. */
    ancestors: uuid().array().notNull().default([]),
    folder: boolean().notNull(),
    name: text().notNull(),
    /** Names are unique within a folder, case-insensitively. */
    nameKey: text().notNull(),
    /** Folders first, then by folded name. */
    sortKey: text().notNull(),
    /** A file's bytes. */
    documentId: uuid(),
    /** Bytes; 0 for a folder. */
    size: bigint({ mode: 'number' }).notNull().default(0),
    mimeType: text(),
    /** The item with which it was moved to the trash: itself, or an ancestor folder. */
    deletedWith: uuid(),
  },
  (t) => [
    scopedForeignKey('drive_item_owner', t, t.ownerId, users),
    scopedForeignKey('drive_item_parent', t, t.parentId, { tenantId: t.tenantId, uniqueId: t.uniqueId }),
    scopedForeignKey('drive_item_document', t, t.documentId, documents),
    uniqueIndex('drive_item_name').on(t.tenantId, t.placeId, t.nameKey).where(notDeleted),
    index('drive_item_in_place').on(t.tenantId, t.placeId, t.sortKey, t.uniqueId).where(notDeleted),
    index('drive_item_of_owner').on(t.tenantId, t.ownerId, t.updatedAt, t.uniqueId).where(notDeleted),
    index('drive_item_kept').on(t.tenantId, t.ownerId, t.size),
    index('drive_item_beneath').using('gin', t.tenantId, t.ancestors),
    index('drive_item_deleted_with')
      .on(t.tenantId, t.deletedWith)
      .where(sql`deleted_with is not null`),
    index('drive_item_in_trash')
      .on(t.tenantId, t.ownerId, t.deletedAt, t.uniqueId)
      .where(sql`deleted_with = id`),
    index('drive_item_of_document')
      .on(t.tenantId, t.documentId)
      .where(sql`document_id is not null`),
    index('drive_item_of_parent')
      .on(t.tenantId, t.parentId)
      .where(sql`parent_id is not null`),
  ],
)
export type Item = typeof driveItems.$inferSelect

/** The name of an item with the columns computed from it. */
export const nameColumns = (name: string, folder: boolean) => ({
  name,
  nameKey: name.normalize('NFC').toLowerCase(),
  sortKey: `${folder ? 0 : 1}${fold(name).slice(0, 200)}`,
  searchText: normalizeText(name),
})

/** What is shared with an address, and with the user to whom it belongs, if there is one. */
export const driveShares = tenantTable(
  'drive_share',
  {
    itemId: uuid().notNull(),
    ownerId: uuid().notNull(),
    /** As typed. */
    emailAddress: text().notNull(),
    userId: uuid(),
    /** When the recipient was notified of the share. */
    toldAt: instant(),
    /** When the user first opened something of it. */
    openedAt: instant(),
    /** The last day of the access, as its owner set it; null: until it is ended. */
    lastDay: date(),
    /** When that day is over in the time zone that the owner had when setting it: from then on, the share gives no access. */
    endsAt: instant(),
    /** When the end was recorded and announced. */
    expiredAt: instant(),
  },
  (t) => [
    check('drive_share_last_day', sql`(last_day is null) = (ends_at is null)`),
    scopedForeignKey('drive_share_item', t, t.itemId, driveItems).onDelete('cascade'),
    scopedForeignKey('drive_share_owner', t, t.ownerId, users).onDelete('cascade'),
    scopedForeignKey('drive_share_user', t, t.userId, users).onDelete('cascade'),
    uniqueIndex('drive_share_of_item').on(t.tenantId, t.itemId, sql`lower(email_address)`),
    index('drive_share_with_user')
      .on(t.tenantId, t.userId, t.ownerId)
      .where(sql`user_id is not null`),
    index('drive_share_of_owner').on(t.tenantId, t.ownerId, sql`lower(email_address)`),
    index('drive_share_unclaimed')
      .on(t.tenantId, sql`lower(email_address)`)
      .where(sql`user_id is null`),
    index('drive_share_ending')
      .on(t.tenantId, t.endsAt)
      .where(sql`ends_at is not null and expired_at is null`),
  ],
)

export const driveAction = pgEnum('drive_action', driveActions)

/** Activities on somebody's files. They outlast the item, and are deleted with its owner. */
export const driveActivities = tenantTable(
  'drive_activity',
  {
    ownerId: uuid().notNull(),
    itemId: uuid().notNull(),
    action: driveAction().notNull(),
    name: text().notNull(),
    detail: text(),
    /** The last day of the share, where the activity is about one that has a last day. */
    lastDay: date(),
  },
  (t) => [
    scopedForeignKey('drive_activity_owner', t, t.ownerId, users).onDelete('cascade'),
    index('drive_activity_of_owner').on(t.tenantId, t.ownerId, t.dateCreated, t.uniqueId),
    index('drive_activity_of_item').on(t.tenantId, t.itemId, t.dateCreated, t.uniqueId),
  ],
)

/** Files that were declared together. */
export const driveBatches = tenantTable(
  'drive_batch',
  {
    ownerId: uuid().notNull(),
    /** Declared bytes. */
    size: bigint({ mode: 'number' }).notNull(),
    /** Declared files, including those that are skipped. */
    files: integer().notNull().default(0),
  },
  (t) => [
    scopedForeignKey('drive_batch_owner', t, t.ownerId, users).onDelete('cascade'),
    index('drive_batch_of_owner').on(t.tenantId, t.ownerId),
  ],
)

export const driveClash = pgEnum('drive_clash', nameConflictActions)
export const uploadState = pgEnum('drive_upload_state', uploadStates)

/** One file that is being uploaded to a drive. */
export const driveUploads = tenantTable(
  'drive_upload',
  {
    batchId: uuid().notNull(),
    ownerId: uuid().notNull(),
    /** The target folder; null: the root. */
    parentId: uuid(),
    /** As declared, relative to the folder into which the batch is uploaded. */
    path: text().notNull(),
    name: text().notNull(),
    size: bigint({ mode: 'number' }).notNull(),
    mimeType: text(),
    clash: driveClash().notNull(),
    state: uploadState().notNull().default('WAITING'),
    /** Bytes that have arrived and survive a crash, and where they are in the store. */
    received: bigint({ mode: 'number' }).notNull().default(0),
    pieces: jsonb().$type<readonly Piece[]>().notNull().default([]),
    /** The current writer: a later request takes over. */
    writer: uuid(),
    itemId: uuid(),
    problem: text(),
  },
  (t) => [
    scopedForeignKey('drive_upload_batch', t, t.batchId, driveBatches).onDelete('cascade'),
    index('drive_upload_of_batch').on(t.tenantId, t.batchId, t.path, t.uniqueId),
    index('drive_upload_reserved')
      .on(t.tenantId, t.ownerId, t.updatedAt)
      .where(sql`state = 'WAITING'`),
  ],
)
