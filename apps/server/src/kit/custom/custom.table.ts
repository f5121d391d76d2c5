import { type CustomChoice, customKinds, customTypes, type CustomValues } from '@tradewind/contract/kit/custom/custom.fields'
import { doublePrecision, index, integer, jsonb, pgEnum, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { inPartition, instant, linkTable, type SoftDeleteTable, tenantTable } from '../database/table.ts'

export const customKind = pgEnum('custom_kind', customKinds)
export const customType = pgEnum('custom_type', customTypes)

/** The fields that a tenant has added to its records. */
export const customFields = tenantTable(
  'custom_field',
  {
    kind: customKind().notNull(),
    key: text().notNull(),
    label: text().notNull(),
    type: customType().notNull(),
    choices: jsonb().$type<CustomChoice[]>().notNull().default([]),
    position: integer().notNull().default(0),
    retiredAt: instant(),
  },
  (t) => [uniqueIndex('custom_field_key').on(t.tenantId, t.kind, t.key)],
)

/** The columns of a kind that has such fields. */
export const customColumns = () => ({
  /** By key; those of retired fields as well. Whoever writes it writes the table of values, too: `writeValues`. */
  custom: jsonb().$type<CustomValues>().notNull().default({}),
  /** The words of its texts, links and choices, for the search text. */
  customText: text().notNull().default(''),
})

/**
 * What records of a kind hold in these fields, a row for each value: folded as a text, or as a number beside an empty text. Lists filter and sort
 * by it.
 */
export const customValues = <N extends string>(
  name: N,
  records: SoftDeleteTable & { partitionId: SoftDeleteTable['tenantId'] },
) =>
  linkTable(
    name,
    {
      recordId: uuid().notNull(),
      field: text().notNull(),
      value: text().notNull(),
      number: doublePrecision().notNull(),
    },
    (t) => [
      inPartition(`${name}_record`, t, t.recordId, records).onDelete('cascade'),
      index(`${name}_found`).on(t.tenantId, t.partitionId, t.field, t.value, t.number, t.recordId),
    ],
  )
export type CustomValuesTable = ReturnType<typeof customValues>
