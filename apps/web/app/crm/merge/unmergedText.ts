import { companyFields } from '@tradewind/contract/crm/company.fields'
import { contactFields } from '@tradewind/contract/crm/contact.fields'
import { customName, isCustomName } from '@tradewind/contract/kit/custom/custom.fields'
import { specsOf } from '@tradewind/contract/kit/entityFields'
import { call } from '#kit/api/call'
import type { Answer } from '#kit/api/calls'
import type { Translate } from '#kit/text'
import type { MergeKind } from './mergeRecords.tsx'

const MAX_NAMES = 3

/** The labels of fields of a kind; the tenant's own are read if there are any among them. Fields without a label are left out. */
const labelsOf = async (kind: MergeKind, fields: readonly string[], t: Translate) => {
  const specs = specsOf(kind === 'company' ? companyFields : contactFields)
  const labels = new Map<string, string>(specs.map(([field, spec]) => [field, t(spec.label)]))
  if (fields.some(isCustomName)) {
    const own = await call('GET /api/customField/', { kind, retired: 'true', page: 0, size: 500 }).catch(() => undefined)
    for (const { key, label } of own?.rows ?? []) labels.set(customName(key), label)
  }
  return fields.flatMap((field) => labels.get(field) ?? [])
}

/** After a merge was undone, says which fields and records stay, since somebody has changed them; undefined if none do. */
export const unmergedText = async (
  kind: MergeKind,
  { fields, kept, keptCount }: Answer<'POST /api/company/unmerge'>,
  t: Translate,
) => {
  const labels = await labelsOf(kind, fields, t)
  const names = [...labels, ...kept.slice(0, MAX_NAMES).map(({ title }) => title)].join(', ')
  if (!names) return undefined
  const count = keptCount - MAX_NAMES
  return t('The merge was undone. Later changes stay: {names}', {
    names: count > 0 ? t('{names} and {count} more', { names, count }) : names,
  })
}
