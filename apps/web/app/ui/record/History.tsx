import { Skeleton, Stack, Text, Title } from '@mantine/core'
import type { AuditAction, HistoryEntry } from '@tradewind/contract/kit/history'
import { phrase } from '@tradewind/contract/kit/phrase'
import { useState } from 'react'
import type { Kind } from '#kit/api/calls'
import { ENTRIES_STEP, historyInput } from '#kit/api/listCalls'
import { useHistory } from '#kit/api/records'
import { type Translate, useText } from '#kit/text'
import { formatValue } from '#ui/entity/words'
import { More } from '#ui/list/Pager'
import { ErrorState } from '#ui/page/states'
import { Day } from '#ui/values/Day'
import styles from './record.module.css'

/** Fields whose labels do not follow from their names. */
const fieldNames: Readonly<Record<string, string>> = {
  companyTypeList: phrase('Company Types'),
  companyName: phrase('Company'),
  companyId: phrase('Company'),
  plainText: phrase('Text'),
  todo: phrase('Todo'),
  nextStepsStatus: phrase('Status'),
  assignedUser: phrase('User Assigned'),
  mainContactId: phrase('Main Contact'),
  eventDateTime: phrase('Date and Time'),
  adminRole: phrase('Role'),
  userCompanyName: phrase('Company Name'),
  userCompanyCountry: phrase('Company Country'),
  isPartner: phrase('Is a Partner'),
  reviewType: phrase('Survey Type'),
  reviewsSearchEnabled: phrase('Review Visible on Global Search'),
  companyDescription: phrase('Company Description'),
  showAsTestimonial: phrase('Testimonial'),
  ownerReply: phrase('Reply'),
  merged: phrase('Merged'),
  reason: phrase('Reason'),
  retiredAt: phrase('Retired'),
  choices: phrase('Choices'),
  label: phrase('Name'),
  file: phrase('File'),
  added: phrase('Added'),
  contacts: phrase('Contacts'),
  isActive: phrase('Active'),
  permissionList: phrase('Permissions'),
  brandName: phrase('Brand name'),
  brandLogoUID: phrase('Brand Logo'),
  permanently: phrase('Permanently'),
  projectId: phrase('Project'),
  summaryId: phrase('Summary'),
  meetingReportId: phrase('Meeting report'),
  meetingDate: phrase('Date'),
  isLastContactGiven: phrase('Last contact set manually'),
  isNextContactGiven: phrase('Next contact set manually'),
}

/** The label of a field: 'legalName' is 'Legal Name'. */
export const fieldNameOf = (field: string) =>
  fieldNames[field] ?? field.replace(/([a-z\d])([A-Z])/g, '$1 $2').replace(/^./, (first) => first.toUpperCase())

/** Fields whose value is in another field of the same entry as plain text, or follows from it. */
const coveredBy: Readonly<Record<string, string>> = {
  text: 'plainText',
  companyId: 'companyName',
  projectId: 'projectName',
  reportAhead: 'nextContact',
}

/** The relevant changes of an entry, by field. */
const relevantChanges = (changes: HistoryEntry['changes']) =>
  Object.entries(changes).filter(([field]) => !(coveredBy[field] && coveredBy[field] in changes))

const isId = (value: unknown) => typeof value === 'string' && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(value)

/** The values are ids of other records, which nobody can read. */
const isIdChange = ({ before, after }: HistoryEntry['changes'][string]) => [before, after].flat().some(isId)

/** Neither value is kept, such as those of a password. */
const isSecretChange = ({ before, after }: HistoryEntry['changes'][string]) => before === null && after === null

/** A change that the history shows: with the page's label of the field, or else the general one. */
interface ShownChange {
  field: string
  label: string
  /** The page has a label for the field, and can format its values. */
  known: boolean
  change: HistoryEntry['changes'][string]
  /** The values are readable for people. */
  isReadable: boolean
}

/**
 * The changes of an entry that a history shows: the fields that its page has labels for, and custom fields, which carry their label; if there are
 * none of these, all, so that no entry is without its changes. Without `labels` all of them.
 */
export const shownChanges = (changes: HistoryEntry['changes'], labels?: Readonly<Record<string, string>>): ShownChange[] => {
  const labelled = Object.entries(labels ? changes : {}).flatMap(([field, change]): ShownChange[] => {
    const label = labels?.[field] ?? change.label
    return label ? [{ field, label, known: true, change, isReadable: true }] : []
  })
  if (labelled.length > 0) return labelled
  return relevantChanges(changes).map(([field, change]) => ({
    field,
    label: fieldNameOf(field),
    known: false,
    change,
    isReadable: !isIdChange(change) && !isSecretChange(change),
  }))
}

const deletedUserName = phrase('Deleted user')

/** The name of the person in an entry of the audit trail or a timeline. The names of deleted people are erased there. */
export const actorName = ({ byName }: { byName: string }, t: Translate) => byName || t(deletedUserName)

/** Labels and formatting of a record's fields. */
interface FieldWords {
  /** Their labels. If an entry changes none of these fields, all of its fields are shown. */
  labels: Readonly<Record<string, string>>
  /** Formats a field's value. */
  show?: (field: string, value: unknown) => string
}

const formatDefault = (_: string, value: unknown) => formatValue(value)

/** The names of the records that were merged into this one, or separated from it again. */
const mergeText = ({ before, after }: HistoryEntry['changes'][string], t: Translate) =>
  after
    ? t('Merged with {names}', { names: formatValue(after) })
    : t('No longer merged with {names}', { names: formatValue(before) })

/** The changes field by field: the values before and after. */
export const FieldChanges = ({ changes, labels, show = formatDefault }: FieldWords & { changes: HistoryEntry['changes'] }) => {
  const t = useText()
  const { merged, ...fields } = changes
  const changesToShow = shownChanges(fields, labels)
  if (changesToShow.length === 0 && !merged) return null
  return (
    <ul className={styles.changes}>
      {merged && (
        <Text component="li" size="sm">
          {mergeText(merged, t)}
        </Text>
      )}
      {changesToShow.map(({ field, label, known, change, isReadable }) => (
        <Text component="li" size="sm" key={field}>
          {known ? label : t(label)}
          {t(':')}{' '}
          {isReadable ? (
            <>
              <del>{show(field, change.before)}</del> → <ins style={{ textDecoration: 'none' }}>{show(field, change.after)}</ins>
            </>
          ) : (
            t('another one')
          )}
        </Text>
      ))}
    </ul>
  )
}

const actionTexts: Record<AuditAction, string> = {
  CREATED: phrase('{name} created it'),
  CHANGED: phrase('{name} changed it'),
  DELETED: phrase('{name} deleted it'),
  RESTORED: phrase('{name} restored it from the trash'),
  MERGED: phrase('{name} merged others into it'),
  UNMERGED: phrase('{name} undid a merge'),
  IMPORTED: phrase('{name} imported it'),
  UNDONE: phrase('{name} undid it'),
  EXPORTED: phrase('{name} exported it'),
  ATTACHED: phrase('{name} attached {file}'),
  DETACHED: phrase('{name} detached {file}'),
  SIGNED_IN: phrase('{name} signed in'),
  SIGNED_OUT: phrase('{name} signed out'),
  REFUSED: phrase('{name} was denied access'),
}

interface HistoryProps extends FieldWords {
  kind: Kind
  uniqueId: string
}

/** The history of a record, the latest first. Renders nothing if it is empty. */
export const History = ({ kind, uniqueId, labels, show }: HistoryProps) => {
  const t = useText()
  const [size, setSize] = useState(ENTRIES_STEP)
  const { data, error, refetch } = useHistory(kind, historyInput(uniqueId, size))
  if (data?.total === 0) return null
  return (
    <Stack gap="md" component="section" aria-labelledby="history">
      <Title order={2} size="h4" id="history">
        {t('History')}
      </Title>
      {error && !data && <ErrorState failure={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={96} />}
      {data && (
        <ol className={styles.timeline}>
          {data.rows.map((entry) => (
            <Event key={entry.uniqueId} entry={entry} labels={labels} {...(show && { show })} />
          ))}
        </ol>
      )}
      <More list={data} onMore={() => setSize(size + ENTRIES_STEP)} />
    </Stack>
  )
}

/** The file that was attached or detached. */
const fileOf = ({ changes: { file } }: HistoryEntry) => formatValue(file?.after ?? file?.before ?? '')

/** Actions whose changes are shown. */
const actionsWithChanges: ReadonlySet<AuditAction> = new Set(['CHANGED', 'RESTORED', 'MERGED', 'UNMERGED'])

const Event = ({ entry, labels, show }: FieldWords & { entry: HistoryEntry }) => {
  const t = useText()
  return (
    <li className={styles.event}>
      <Text size="sm">{t(actionTexts[entry.action], { name: actorName(entry, t), file: fileOf(entry) })}</Text>
      <Text size="sm" c="dimmed">
        <Day at={entry.dateCreated} precise />
      </Text>
      {actionsWithChanges.has(entry.action) && <FieldChanges changes={entry.changes} labels={labels} {...(show && { show })} />}
    </li>
  )
}
