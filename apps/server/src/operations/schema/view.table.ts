import type { ListState } from '@tradewind/contract/kit/view'
import { viewPolicy } from '@tradewind/contract/kit/view.policy'
import { visibilities } from '@tradewind/contract/operations/view.contract'
import { index, jsonb, pgEnum, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { linkTable, notDeleted, partitionTable, scopedForeignKey } from '#kit/database/table'
import { entity } from '#kit/record/entity'
import { users } from '#platform/schema/user.table'

export const viewVisibility = pgEnum('view_visibility', visibilities)

/** The filters, sorting and columns of a list, saved under a name. Visible to its author, or to the whole partition. */
export const savedViews = partitionTable(
  'saved_view',
  {
    /** The kind of the list: a word of the contract, which may have been removed since. */
    entity: text().notNull(),
    name: text().notNull(),
    visibility: viewVisibility().notNull().default('PRIVATE'),
    state: jsonb().$type<ListState>().notNull(),
  },
  (t) => [index('saved_view_of_list').on(t.tenantId, t.partitionId, t.entity, t.visibility, t.createdBy).where(notDeleted)],
)

/** The default view of a list for a user. */
export const defaultViews = linkTable(
  'saved_view_default',
  { userId: uuid().notNull(), viewId: uuid().notNull(), entity: text().notNull() },
  (t) => [
    scopedForeignKey('saved_view_default_user', t, t.userId, users).onDelete('cascade'),
    scopedForeignKey('saved_view_default_view', t, t.viewId, savedViews).onDelete('cascade'),
    uniqueIndex('saved_view_default_once').on(t.tenantId, t.partitionId, t.userId, t.entity),
    index('saved_view_default_of_view').on(t.tenantId, t.partitionId, t.viewId),
  ],
)

export const viewEntity = entity<typeof savedViews>({
  name: 'view',
  table: savedViews,
  policy: viewPolicy,
  title: 'name',
  searchLines: ({ name }) => ({ 1: name }),
})
