import { companyFields } from '@tradewind/contract/crm/company.fields'
import { contactFields } from '@tradewind/contract/crm/contact.fields'
import { customName, isCustomName } from '@tradewind/contract/kit/custom/custom.fields'
import { specsOf } from '@tradewind/contract/kit/entityFields'
import type { Reply } from '#kit/api/calls'
import type { useFetch } from '#kit/api/query'
import type { Translate } from '#kit/text'
import { labelOf } from '#ui/entity/words'
import type { MergeKind } from './mergeRecords.tsx'

const MAX_NAMES = 3

interface TextContext {
  t: Translate
  fetch: ReturnType<typeof useFetch>
}

/** The labels of fields of a kind; the tenant's own are read if there are any among them. Fields without a label are left out. */
const labelsOf = async (kind: MergeKind, fields: readonly string[], { t, fetch }: TextContext) => {
  const specs = specsOf(kind === 'company' ? companyFields : contactFields)
  const labels = new Map<string, string>(specs.map(([field, spec]) => [field, labelOf(spec, t)]))
  if (fields.some(isCustomName)) {
    const own = await fetch('GET /api/customField/', { kind, retired: 'true', page: 0, size: 500 }).catch(() => undefined)
    for (const { key, label } of own?.rows ?? []) labels.set(customName(key), label)
  }
  return fields.flatMap((field) => labels.get(field) ?? [])
}

/** The toast after a merge was undone: the fields and the records that stay, since somebody has changed them. */
export const unmergedText = async (kind: MergeKind, reply: Reply<'POST /api/company/unmerge'>, context: TextContext) => {
  const { t } = context
  const { fields, kept, keptCount } = reply.data
  const labels = await labelsOf(kind, fields, context)
  const names = [...labels, ...kept.slice(0, MAX_NAMES).map(({ title }) => title)].join(', ')
  if (!names) return t(reply.message)
  const count = keptCount - MAX_NAMES
  return t('The merge was undone. Later changes stay: {names}', {
    names: count > 0 ? t('{names} and {count} more', { names, count }) : names,
  })
}
