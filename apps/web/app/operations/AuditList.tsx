import { Anchor, Stack, Text } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import type { FieldSpecs } from '@tradewind/contract/kit/entityFields'
import { phrase } from '@tradewind/contract/kit/phrase'
import { can } from '@tradewind/contract/kit/policy'
import type { AuditEntry } from '@tradewind/contract/platform/audit.contract'
import { auditFields } from '@tradewind/contract/platform/audit.fields'
import { auditPolicy, userPolicy } from '@tradewind/contract/platform/policies'
import { isMember } from '@tradewind/contract/roles'
import { Fragment } from 'react'
import { Link } from 'react-router'
import { useCall } from '#kit/api/query'
import { pathOf, useArea } from '#kit/area'
import { useEntries } from '#kit/feature'
import { guard } from '#kit/guard'
import { useActor } from '#kit/session'
import { useText } from '#kit/text'
import { useZone } from '#kit/zone'
import { useFields } from '#ui/entity/useFields'
import type { Column } from '#ui/list/columns'
import { ExportMenu } from '#ui/list/Rows'
import { PageHeader } from '#ui/page/PageHeader'
import { EmptyState } from '#ui/page/states'
import { actorName, shownChanges } from '#ui/record/History'
import { Clip } from '#ui/values/Clip'
import { addDays } from '#ui/values/dates'
import { redirectFormerFilters } from '#ui/view/formerFilters'
import { ListPart } from '#ui/view/ListPart'
import { fieldWordsIn, otherKinds, titleIn } from './audit.labels.ts'

export const handle = { name: phrase('Audit trail') }

/** What is not a day is left to the list, which says so. */
const shiftDay = (day: string, days: number) => (Number.isNaN(Date.parse(day)) ? day : addDays(day, days))

const formerFilters = {
  byName: (text: string) => `byName:contains:${text}`,
  action: (action: string) => `action:is:${action}`,
  kind: (kind: string) => `kind:is:${kind}`,
  title: (text: string) => `title:contains:${text}`,
  dateFrom: (day: string) => `dateCreated:after:${shiftDay(day, -1)}`,
  dateTo: (day: string) => `dateCreated:before:${shiftDay(day, 1)}`,
}

const checkAccess = guard({ rules: auditPolicy.see })
export const clientLoader = (visit: { request: Request }) => checkAccess(visit) ?? redirectFormerFilters(visit, formerFilters)

/** Who did what, the latest first: administrators see the actions of everybody, members only their own. */
export default function AuditList() {
  const t = useText()
  return (
    <Stack gap="sm">
      <ListPart
        kind="audit"
        route="GET /api/audit/"
        fixedInput={{}}
        sort="-dateCreated"
        columns={useColumns()}
        fields={useAuditFields()}
        label={t('Audit trail')}
        nameOf={({ title }) => title}
        card={card}
        empty={<Nothing />}
        hasRecords
        hasSearch={false} // it would read the whole trail for each word
        head={headOf}
      />
    </Stack>
  )
}

interface HeadProps {
  total: number | undefined
  query: Record<string, string | string[]>
}

const headOf = (list: HeadProps) => <Head {...list} />

const Head = ({ total, query }: HeadProps) => {
  const t = useText()
  const mayExport = can(useActor(), auditPolicy.export)
  return (
    <PageHeader title={t('Audit trail')} count={total}>
      {mayExport && <ExportMenu kind="audit" input={query} />}
    </PageHeader>
  )
}

/** The fields of an entry, with the names of all kinds. Members see only their own actions, so the user is left out for them. */
const useAuditFields = (): FieldSpecs => {
  const kinds = useKinds()
  const choices = Object.fromEntries([...kinds].map(([kind, { name }]) => [kind, name]))
  const fields = { ...auditFields, kind: { ...auditFields.kind, choices, ownChoices: true as const } }
  const { byName: _, ...ownFields } = fields
  return isMember(useActor()) ? ownFields : fields
}

const Nothing = () => {
  const t = useText()
  return (
    <EmptyState icon={IconHistory} title={t('Nothing was done')} text={t('See what people create, change, delete and export.')} />
  )
}

const card = { title: (entry: AuditEntry) => <Record entry={entry} />, titleFields: ['title'] }

const useColumns = (): Column<AuditEntry>[] => {
  const t = useText()
  const kinds = useKinds()
  const { columns } = useFields(auditFields)
  const shown = columns<AuditEntry>({
    byName: (entry) => <Clip>{actorName(entry, t)}</Clip>,
    kind: ({ kind }) => <Clip>{kinds.get(kind)?.name ?? kind}</Clip>,
    title: (entry) => <Record entry={entry} />,
  })
  return [...shown, { field: 'changes', head: t('Changes'), show: (entry) => <Changes entry={entry} /> }]
}

/** The record of an entry, as a link if it has a page. */
const Record = ({ entry }: { entry: AuditEntry }) => {
  const { kind, action, recordId } = entry
  const title = titleIn(useText(), entry)
  const at = useArea()
  const actor = useActor()
  const show = useKinds().get(kind)?.show
  const mayOpen = kind !== 'user' || can(actor, userPolicy.see, { uniqueId: recordId })
  if (kind === 'customField') return <CustomField entry={entry} />
  if (!title || !show || !recordId || action === 'DELETED' || !mayOpen) return <Clip>{title || '–'}</Clip>
  return (
    <Anchor component={Link} to={at(show(recordId))} prefetch="intent" inherit data-row-focus>
      <Clip>{title}</Clip>
    </Anchor>
  )
}

/** A custom field, with the kind of record that has it. */
const CustomField = ({ entry: { title, recordId } }: { entry: AuditEntry }) => {
  const t = useText()
  const { data } = useCall('GET /api/customField/', { retired: 'true', page: 0, size: 500 })
  const field = data?.rows.find(({ uniqueId }) => uniqueId === recordId)
  const owner = useEntries().kinds.find(({ kind }) => kind === field?.kind)
  return <Clip>{owner ? `${title} (${t(owner.plural)})` : title}</Clip>
}

/** The values before and after the change, field by field, in one line that shows all of them on hover and focus. */
const Changes = ({ entry: { kind, changes } }: { entry: AuditEntry }) => {
  const t = useText()
  const words = fieldWordsIn(t, useZone(), kind)
  const changeRows = shownChanges(changes)
  if (changeRows.length === 0) return '–'
  return (
    <Clip>
      {changeRows.map(({ field, change, isReadable }, at) => (
        <Fragment key={field}>
          {at > 0 && ' · '}
          {change.label ?? words.label(field)}:{' '}
          {isReadable ? (
            <>
              <Text span inherit c="dimmed" component="del">
                {words.show(field, change.before)}
              </Text>{' '}
              → {words.show(field, change.after)}
            </>
          ) : (
            t('another one')
          )}
        </Fragment>
      ))}
    </Clip>
  )
}

interface KnownKind {
  name: string
  /** The path of the page that shows such a record, for `useArea`. */
  show?: (uniqueId: string) => string
}

/** Every kind of record that the audit trail may contain. */
const useKinds = (): ReadonlyMap<string, KnownKind> => {
  const t = useText()
  const kindEntries = useEntries().kinds.map(({ kind, singular, show }): [string, KnownKind] => [
    kind,
    { name: t(singular), show },
  ])
  const others = Object.entries(otherKinds).map(([kind, name]): [string, KnownKind] => [kind, { name: t(name) }])
  const user: KnownKind = { name: t(otherKinds['user']!), show: (uniqueId) => pathOf('admin', `show/${uniqueId}`) }
  return new Map([...others, ['user', user], ...kindEntries])
}
