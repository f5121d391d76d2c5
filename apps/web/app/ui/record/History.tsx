import { Skeleton, Stack, Text, Title } from '@mantine/core'
import type { AuditAction, Entry } from '@tradewind/contract/kit/history'
import { useState } from 'react'
import { historyAsked, STEP } from '#kit/api/asked'
import type { Kind } from '#kit/api/calls'
import { useHistory } from '#kit/api/records'
import { phrase, type Say, useText } from '#kit/text'
import { inWords } from '#ui/entity/words'
import { More } from '#ui/list/Pager'
import { ErrorState } from '#ui/page/states'
import { Day } from '#ui/values/Day'
import styles from './record.module.css'

/** Fields that the forms call otherwise than they are spelt. */
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

/** How a field is called: 'legalName' is 'Legal Name'. */
export const fieldNameOf = (field: string) =>
  fieldNames[field] ?? field.replace(/([a-z\d])([A-Z])/g, '$1 $2').replace(/^./, (first) => first.toUpperCase())

/** A field that says what another one of the same entry says in plain words, or that follows from it. */
const saidBy: Readonly<Record<string, string>> = {
  text: 'plainText',
  companyId: 'companyName',
  projectId: 'projectName',
  reportAhead: 'nextContact',
}

/** The changes of an entry that tell something, by field. */
const tellingOf = (changes: Entry['changes']) =>
  Object.entries(changes).filter(([field]) => !(saidBy[field] && saidBy[field] in changes))

const isId = (value: unknown) => typeof value === 'string' && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(value)

/** Nobody can read what stood there: ids of other records. */
const isUnreadable = ({ before, after }: Entry['changes'][string]) => [before, after].flat().some(isId)

/** A change that a history tells of: the field as the page calls it, or else as it is called everywhere. */
interface Told {
  field: string
  label: string
  /** The page names the field, and knows how to say its values. */
  known: boolean
  change: Entry['changes'][string]
  /** What stood there says something to people. */
  isReadable: boolean
}

/** What a history tells of an entry: the fields that its page names, and those that the tenant has added, which bear their label; where it names none of them, all, so that no change stands without what it changed. Without `labels` all of them. */
export const toldOf = (changes: Entry['changes'], labels?: Readonly<Record<string, string>>): Told[] => {
  const known = Object.entries(labels ? changes : {}).flatMap(([field, change]): Told[] => {
    const label = labels?.[field] ?? change.label
    return label ? [{ field, label, known: true, change, isReadable: true }] : []
  })
  if (known.length > 0) return known
  return tellingOf(changes).map(([field, change]) => ({
    field,
    label: fieldNameOf(field),
    known: false,
    change,
    isReadable: !isUnreadable(change),
  }))
}

const gone = phrase('Deleted user')

/** Who did something, as the trail and timelines name them. They forget the names of people who are gone. */
export const whoDid = ({ byName }: { byName: string }, t: Say) => byName || t(gone)

/** The fields of a kind of record in words. */
interface FieldWords {
  /** How they are called. Of a change that none of them names every field is told. */
  labels: Readonly<Record<string, string>>
  /** A field's value in words. */
  show?: (field: string, value: unknown) => string
}

const shown = (_: string, value: unknown) => inWords(value)

/** What changed, field by field: what stood before and after. */
export const FieldChanges = ({ changes, labels, show = shown }: FieldWords & { changes: Entry['changes'] }) => {
  const t = useText()
  const told = toldOf(changes, labels)
  if (told.length === 0) return null
  return (
    <ul className={styles.changes}>
      {told.map(({ field, label, known, change, isReadable }) => (
        <Text component="li" size="sm" key={field}>
          {known ? label : t(label)}:{' '}
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

const said: Record<AuditAction, string> = {
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

/** What was done to a record, by whom, the latest first. Nothing, where nothing is known of it. */
export const History = ({ kind, uniqueId, labels, show }: HistoryProps) => {
  const t = useText()
  const [size, setSize] = useState(STEP)
  const { data, error, refetch } = useHistory(kind, historyAsked(uniqueId, size))
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
      <More list={data} onMore={() => setSize(size + STEP)} />
    </Stack>
  )
}

/** The file that was attached or detached. */
const fileOf = ({ changes: { file } }: Entry) => inWords(file?.after ?? file?.before ?? '')

/** Actions of which it is told what they changed. */
const telling: ReadonlySet<AuditAction> = new Set(['CHANGED', 'MERGED', 'UNMERGED'])

const Event = ({ entry, labels, show }: FieldWords & { entry: Entry }) => {
  const t = useText()
  return (
    <li className={styles.event}>
      <Text size="sm">{t(said[entry.action], { name: whoDid(entry, t), file: fileOf(entry) })}</Text>
      <Text size="sm" c="dimmed">
        <Day at={entry.dateCreated} precise />
      </Text>
      {telling.has(entry.action) && <FieldChanges changes={entry.changes} labels={labels} {...(show && { show })} />}
    </li>
  )
}
