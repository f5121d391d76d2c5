import { Text } from '@mantine/core'
import type { Entry } from '@tradewind/contract/kit/history'
import { phrase, type Say, useText } from '#kit/text'
import { inWords } from '#ui/entity/words'
import styles from '#ui/record/record.module.css'

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
export interface FieldWords {
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
