import { Box, Button, LoadingOverlay, Paper, Skeleton, Stack } from '@mantine/core'
import type { CustomField } from '@tradewind/contract/kit/custom/custom.contract'
import { type ReactNode, Suspense, useEffect, useRef } from 'react'
import { Link, useParams } from 'react-router'
import type { CreateRoute, FieldOf, Kind, RecordBase, RecordOf } from '#kit/api/calls'
import type { Failure } from '#kit/api/failure'
import { useCustomFields, useRecord, withCustom } from '#kit/api/records'
import { pathOf, useArea } from '#kit/area'
import { valueFromInput } from '#kit/browser/drafts'
import { asLeft } from '#kit/browser/search-params'
import { endTypeAhead } from '#kit/browser/typeAhead'
import { useText } from '#kit/text'
import { ButtonRow } from '#ui/dialog/ButtonRow'
import { formatValue } from '#ui/entity/words'
import { Conflict, ErrorSummary } from '#ui/form/notices'
import { focusFirstField, Restored } from '#ui/form/Restored'
import { OVERLAY_DELAY, SavingFields } from '#ui/form/SavingFields'
import { useRecordForm, type Values, withoutRetired } from '#ui/form/useRecordForm'
import { lazyWithRetry } from '#ui/page/lazyWithRetry'
import { PageHeader } from '#ui/page/PageHeader'

/** Makes a field that the calls of the kind do not accept a compile error. `Own`: fields only of the form, which `sent` leaves out. */
type OnlyFieldsOf<K extends Kind, V, Own extends string> = { [Field in Exclude<keyof V, FieldOf<K> | Own>]: never }

/** Describes the fields of a form for a record. */
interface FormFields<K extends Kind, V extends Values, Own extends string> {
  kind: K
  /** The call that creates, if it is not the kind's own. */
  route?: CreateRoute
  /** The parent screen, where Save and Cancel lead; the list of the kind by default. */
  parentPath?: string
  /** Converts the fields to the call's input, if it differs from the form: all fields of a new record, only changed ones of an existing one. */
  sent?: (fields: Partial<V>, values: V) => object
  /** Where a saved form leads, if not to the parent screen. */
  redirectTo?: (saved: RecordBase) => string
  /** Called when the form was saved. */
  onSaved?: () => void
  empty: V & OnlyFieldsOf<K, V, Own>
  /** Initial values of a new record, such as the company that it was opened for: each preset has its own draft. */
  preset?: Partial<V>
  /** The label of each field, and the required fields. */
  labels: Record<keyof V & string, string>
  required: readonly (keyof V & string)[]
  /** Called with the changes before they are sent: if it returns false, nothing is sent. */
  allow?: (changes: Partial<V>, values: V) => Promise<boolean>
  /** The label of a field of a part of the record, if a refusal names one: `summaries.0.text`. */
  labelOfPart?: (field: string) => string
  /** The text of the save button; 'Save' by default. */
  saveText?: string
  /** A submit button beside the save button. */
  alsoSave?: ReactNode
  /** Formats a field's value, for a conflict. */
  show?: (field: string, value: unknown) => ReactNode
  /** The inputs of custom fields are placed by `children`, not after them. */
  placesCustom?: boolean
  /** `custom`: the inputs of custom fields, if there are any. */
  children: (field: (name: keyof V & string) => FieldProps, failure: Failure | null, custom: ReactNode) => ReactNode
}

interface FormPageProps<K extends Kind, V extends Values, Own extends string> extends FormFields<K, V, Own> {
  /** The title of the parent screen, and of the form for a new record. */
  listTitle: string
  newTitle: string
  /** There is no screen that shows one record: its name links to the form. */
  hasNoDetailPage?: boolean
  nameOf: (record: RecordOf<K>) => string
}

interface RecordFormProps<K extends Kind, V extends Values, Own extends string> extends FormFields<K, V, Own> {
  /** The record to change; without it a new one is created. */
  record: RecordBase | undefined
  /** For a form over a page: called when it was saved or cancelled, instead of going to the parent screen. */
  onDone?: (() => void) | undefined
}

/** The props of a form's input: its name, value, label and error. */
export interface FieldProps {
  id: string
  name: string
  label: string
  required: boolean
  // oxlint-disable-next-line typescript/no-explicit-any -- each input says itself what it takes
  value: any
  /** Accepts the event of an input, or the chosen value itself. */
  onChange: (input: unknown) => void
  error: string | null
}

/** Creates a record, or changes the one that the address names. Nothing typed is lost; errors are shown beside their fields. */
export const FormPage = <K extends Kind, V extends Values, Own extends string = never>(page: FormPageProps<K, V, Own>) => {
  const { uniqueId } = useParams()
  const t = useText()
  const { data: record, error, refetch } = useRecord(page.kind, uniqueId, { toChange: true })
  const { newTitle, nameOf } = page
  const trail = breadcrumbsOf(page, record)
  if (!uniqueId) {
    return (
      <Stack>
        <PageHeader title={newTitle} trail={trail} />
        <RecordForm key="new" {...page} record={undefined} />
      </Stack>
    )
  }
  if (error && !record)
    return (
      <Suspense>
        <FailedRecord kind={page.kind} failure={error} onRetry={refetch} listTitle={page.listTitle} trail={trail} />
      </Suspense>
    )
  return (
    <Stack>
      <PageHeader
        title={record ? t('Edit {name}', { name: nameOf(record) }) : t('Edit')}
        currentPage={t('Edit')}
        trail={trail}
        loading={!record}
      />
      {record ? <RecordForm key={uniqueId} {...page} record={record} /> : <Skeleton height={420} maw={720} />}
    </Stack>
  )
}

/** The parent screens: the list or its substitute, and the record itself. */
const breadcrumbsOf = <K extends Kind, V extends Values>(page: FormPageProps<K, V, string>, record: RecordOf<K> | undefined) => {
  const { kind, listTitle, nameOf, parentPath = pathOf(kind, 'list'), hasNoDetailPage = false } = page
  const trail = [{ text: listTitle, path: parentPath }]
  const recordPath = record && !hasNoDetailPage && pathOf(kind, `show/${record.uniqueId}`)
  return recordPath && recordPath !== parentPath ? [...trail, { text: nameOf(record), path: recordPath }] : trail
}

const FailedRecord = lazyWithRetry(async () => (await import('#ui/record/FailedRecord')).FailedRecord)
const CustomInputs = lazyWithRetry(async () => (await import('#ui/entity/CustomInput')).CustomInputs)
const CustomWords = lazyWithRetry(async () => (await import('#ui/entity/useCustom')).CustomValue)

/**
 * The form itself, for a page or a dialog. Typed values are stored as a draft under `parentPath` until they are saved. It renders once the kind's
 * custom fields are loaded; if they cannot be loaded, they stay unchanged.
 */
export const RecordForm = <K extends Kind, V extends Values, Own extends string = never>(props: RecordFormProps<K, V, Own>) => {
  const { kind, route, placesCustom, record, empty, labels, show = (_, value) => formatValue(value) } = props
  const { data, isLoading } = useCustomFields(kind, { enabled: !route || placesCustom === true })
  if (isLoading) return <Skeleton height={260} maw={720} />
  const custom = data?.rows ?? []
  const { sent: toInput = (fields) => fields } = props
  const sent = (fields: Partial<V>, values: V) => toInput(withoutRetired(fields, data?.rows), withoutRetired(values, data?.rows))
  if (custom.length === 0) return <Form {...props} sent={sent} custom={custom} />
  const formProps = {
    ...props,
    sent,
    record: record && withCustom(record),
    empty: { ...empty, ...mapCustomFields(custom, ({ type }) => (type === 'SEVERAL' ? [] : '')) },
    labels: { ...labels, ...mapCustomFields(custom, ({ label }) => label) },
    show: showWithCustom(custom, show),
  }
  return <Form {...formProps} custom={custom} />
}

const customNameOf = (key: string) => `custom.${key}`

/** Formats custom fields, and the others as the form shows them. */
const showWithCustom = (custom: readonly CustomField[], show: (field: string, value: unknown) => ReactNode) =>
  function shown(field: string, value: unknown) {
    const definition = custom.find(({ key }) => field === customNameOf(key))
    if (!definition) return show(field, value)
    return (
      <Suspense>
        <CustomWords definition={definition} value={value} />
      </Suspense>
    )
  }

const mapCustomFields = (custom: readonly CustomField[], of: (field: CustomField) => unknown) =>
  Object.fromEntries(custom.map((field) => [customNameOf(field.key), of(field)])) as object

interface FormProps<K extends Kind, V extends Values, Own extends string> extends RecordFormProps<K, V, Own> {
  custom: readonly CustomField[]
}

const Form = <K extends Kind, V extends Values, Own extends string>(props: FormProps<K, V, Own>) => {
  const { kind, parentPath = pathOf(kind, 'list'), onDone, saveText, alsoSave, custom, placesCustom = false, children } = props
  const element = useInitialFocus()
  const typed = useRecordForm<V>({ ...props, parentPath })
  const field = useField(props, typed)
  const inputs = custom.length > 0 && (
    <Suspense fallback={<Skeleton height={60} />}>
      <CustomInputs definitions={custom} field={field} />
    </Suspense>
  )
  const submit = (event: React.SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    void typed.submit()
  }
  return (
    <Box pos="relative" maw={720}>
      <LoadingOverlay visible={typed.isPending} transitionProps={{ enterDelay: OVERLAY_DELAY }} />
      <form ref={element} noValidate onSubmit={submit} onKeyDownCapture={submitByKey}>
        <Stack>
          <FormNotices page={props} typed={typed} />
          <Fields isBoxed={!onDone} isSaving={typed.isSubmitting}>
            {children(field, typed.failure, inputs)}
            {!placesCustom && inputs}
          </Fields>
          <Buttons parentPath={parentPath} onDone={onDone} saveText={saveText} alsoSave={alsoSave} />
        </Stack>
      </form>
    </Box>
  )
}

/** Whether the list of a field is open, and Enter would choose from it: something was typed, or an option is highlighted. */
const isChoosing = (target: HTMLElement) => {
  const { expanded, typed = (target as HTMLInputElement).value } = target.dataset
  return expanded && (typed || document.querySelector('[data-combobox-selected]'))
}

/** Saves by Ctrl+Enter or ⌘+Enter from any field of the form, unless Enter chooses there. */
const submitByKey = (event: React.KeyboardEvent<HTMLFormElement>) => {
  const { key, ctrlKey, metaKey, currentTarget, target, nativeEvent } = event
  if (key !== 'Enter' || !(ctrlKey || metaKey) || nativeEvent.isComposing) return
  // Dialogs of the form's fields are not in its element.
  if (!currentTarget.contains(target as Node) || isChoosing(target as HTMLElement)) return
  event.preventDefault()
  event.stopPropagation()
  currentTarget.requestSubmit()
}

/** A dialog already has a border. */
const Fields = ({ isBoxed, ...fields }: { isBoxed: boolean; isSaving: boolean; children: ReactNode }) =>
  isBoxed ? (
    <Paper withBorder p={{ base: 'md', sm: 'lg' }}>
      <SavingFields {...fields} />
    </Paper>
  ) : (
    <SavingFields {...fields} />
  )

type FormState<V extends Values> = ReturnType<typeof useRecordForm<V>>

/** Returns the props that make an input one of the form's fields. */
const useField = <V extends Values>(
  { labels, required }: Pick<FormFields<Kind, V, string>, 'labels' | 'required'>,
  { values, errors, type }: FormState<V>,
) => {
  const t = useText()
  return (name: keyof V & string): FieldProps => ({
    id: name,
    name,
    label: labels[name],
    required: required.includes(name),
    value: values[name],
    onChange: (input) => type(name, valueFromInput(input)),
    error: errors[name] ? t(errors[name]) : null,
  })
}

const faultLabels = ({ fields }: Failure, nameOf: (field: string) => string) =>
  Object.fromEntries(Object.keys(fields).map((field) => [field, nameOf(field)]))

/** Notices about the whole form: a restored draft, a conflict, a failure. */
const FormNotices = <V extends Values>({
  page: { labels, show, labelOfPart = (field) => field },
  typed,
}: {
  page: Pick<FormFields<Kind, V, string>, 'labels' | 'show' | 'labelOfPart'>
  typed: FormState<V>
}) => {
  const { changes, conflict, failure, isRestored, discard, submit, takeTheirs } = typed
  return (
    <>
      {isRestored && <Restored onDiscard={discard} />}
      {conflict && (
        <Conflict
          title={failure?.message ?? ''}
          savedRecord={conflict.record}
          ownValues={changes}
          fields={conflict.fields}
          labels={labels}
          show={show}
          onKeepOwn={() => void submit(conflict.record)}
          onUseSaved={() => takeTheirs(conflict.record)}
        />
      )}
      {failure && !conflict && <ErrorSummary failure={failure} labels={{ ...faultLabels(failure, labelOfPart), ...labels }} />}
    </>
  )
}

interface ButtonsProps {
  parentPath: string
  onDone: (() => void) | undefined
  saveText: string | undefined
  alsoSave: ReactNode
}

const Buttons = ({ parentPath, onDone, saveText, alsoSave }: ButtonsProps) => {
  const t = useText()
  const at = useArea()
  return (
    <ButtonRow>
      {onDone ? (
        <Button variant="default" onClick={onDone}>
          {t('Cancel')}
        </Button>
      ) : (
        <Button component={Link} to={asLeft(at(parentPath))} variant="default">
          {t('Cancel')}
        </Button>
      )}
      {alsoSave}
      <Button type="submit">{saveText ?? t('Save')}</Button>
    </ButtonRow>
  )
}

/** Focuses the first field, unless one has the focus already. */
const useInitialFocus = () => {
  const element = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const hasFocus = element.current?.contains(document.activeElement)
    if (!hasFocus) focusFirstField(element.current)
    endTypeAhead()
  }, [])
  return element
}
