import { Alert, Button, Checkbox, Stack, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { BulkKind } from '@tradewind/contract/crm/bulk/bulk.constants'
import type { BulkOutcome } from '@tradewind/contract/crm/bulk/outcome'
import type { FieldSpecs } from '@tradewind/contract/kit/entityFields'
import { phrase } from '@tradewind/contract/kit/phrase'
import { useEffect, useEffectEvent, useState } from 'react'
import { type Failure, failureOf } from '#kit/api/failure'
import { type Translate, useText } from '#kit/text'
import { ButtonRow } from '#ui/dialog/ButtonRow'
import { useBelongingFormatter } from '#ui/dialog/deletion'
import { Dialog } from '#ui/dialog/Dialog'
import { NativeSelect } from '#ui/form/NativeSelect'
import { useFormatCount } from '#ui/values/figures'
import { type BulkAction, isSharingSummaries } from './BulkButtons.tsx'
import { type BulkField, BulkInput, useBulkFields } from './BulkInput.tsx'
import { type BulkSelection, type Change, useBulk, useShowBulkResult } from './calls.ts'

interface BulkDialogProps {
  kind: BulkKind
  action: BulkAction
  selection: BulkSelection
  /** The fields that can be set, of a kind of another module. */
  fields?: FieldSpecs | undefined
  /** The names of the selected records. */
  names: readonly string[]
  onClose: () => void
  onDone: () => void
}

const titles: Readonly<Record<BulkAction, string>> = {
  close: phrase('Close tasks'),
  set: phrase('Change a field'),
  assign: phrase('Assign tasks'),
  share: phrase('Share projects'),
  addToProject: phrase('Add to project'),
  remove: phrase('Are you sure?'),
}
const firstField = (action: BulkAction, fields: readonly BulkField[]) => {
  if (action === 'assign') return 'assignedUser'
  return action === 'set' ? (fields[0]?.value ?? '') : action
}

const SUMMARIES = phrase('Share summaries')

/** The change of an action that needs no input. */
const fixedChanges: Readonly<Partial<Record<BulkAction, Change>>> = { close: { nextStepsStatus: 'CLOSED' } }

/** Milliseconds: a typed value is previewed when the typing pauses. */
const PREVIEW_DELAY = 250

const isMissing = (value: unknown) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

/** Previews the change and makes it. */
const useChange = ({ kind, action, selection, onClose, onDone }: BulkDialogProps, change: Change | undefined) => {
  const bulk = useBulk(kind, selection)
  const showResult = useShowBulkResult()
  const [lastPreview, setLastPreview] = useState<{ key: string; outcome?: BulkOutcome; failure?: Failure }>()
  const isReady = action === 'remove' || change !== undefined
  const key = isReady ? JSON.stringify(change ?? null) : ''
  const [debouncedKey] = useDebouncedValue(key, PREVIEW_DELAY)
  const runPreview = () =>
    bulk.preview(change).then(
      (outcome) => setLastPreview({ key, outcome }),
      (error: unknown) => setLastPreview({ key, failure: failureOf(error) }),
    )
  const preview = useEffectEvent(() => void runPreview())
  useEffect(() => {
    if (debouncedKey) preview()
  }, [debouncedKey])
  const current = lastPreview?.key === key ? lastPreview : undefined
  const make = async () => {
    try {
      const { operation } = await bulk.make(change, current!.outcome!.total)
      onClose()
      onDone()
      if (operation) showResult(operation)
    } catch (error) {
      const failure = failureOf(error)
      setLastPreview({ key, failure })
      // The number of records no longer matches the preview: the preview is repeated.
      if (failure.status === 409) await runPreview()
    }
  }
  return {
    outcome: current?.outcome,
    failure: current?.failure,
    isAsking: key !== '' && !current,
    isPending: bulk.isPending,
    make,
  }
}

/** The change as it is typed or chosen. `null` clears a field. */
const useChangeInput = ({ kind, action, fields: specs }: BulkDialogProps) => {
  const fields = useBulkFields(kind, specs)
  const [field, setField] = useState(firstField(action, fields))
  const [value, setValue] = useState<unknown>()
  const [isEmptied, setEmptied] = useState(false)
  const chosen = action === 'set' ? fields.find((one) => one.value === field) : undefined
  const toChange = (input: unknown): Change => (chosen?.custom ? { custom: { [chosen.custom.key]: input } } : { [field]: input })
  const start = () => {
    setValue(undefined)
    setEmptied(false)
  }
  return {
    fields,
    field,
    chosen,
    value,
    setValue,
    isEmptied,
    setEmptied,
    choose: (next: string) => {
      setField(next)
      start()
    },
    change: fixedChanges[action] ?? (isEmptied ? toChange(null) : isMissing(value) ? undefined : toChange(value)),
  }
}

/** Previews what will change, then makes the change. */
export const BulkDialog = (props: BulkDialogProps) => {
  const { kind, action, names, onClose } = props
  const t = useText()
  const input = useChangeInput(props)
  const { field, change } = input
  const { outcome, failure, isAsking, isPending, make } = useChange(props, change)
  const isQuestion = action === 'remove' || action in fixedChanges
  const refusal = sentenceFor(t, failure, field)
  const count = outcome?.changes ?? 0
  const submit = (event: React.SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (count > 0 && !isPending) void make()
  }
  return (
    <Dialog opened onClose={onClose} title={t(isSharingSummaries(kind, action) ? SUMMARIES : titles[action])}>
      <form noValidate onSubmit={submit}>
        <Stack>
          {isQuestion && <Names names={names} />}
          {!isQuestion && <Input action={action} kind={kind} input={input} refusal={refusal} />}
          <div aria-live="polite">
            {isAsking && <Text size="sm">{t('Counting what will change')}</Text>}
            {outcome && <BulkPreview outcome={outcome} kind={kind} action={action} />}
          </div>
          {!refusal && <Refused failure={failure} />}
          <ButtonRow>
            <Button variant="default" onClick={onClose}>
              {t('Cancel')}
            </Button>
            <MakeButton kind={kind} action={action} count={count} loading={isPending && !isAsking} />
          </ButtonRow>
        </Stack>
      </form>
    </Dialog>
  )
}

interface InputProps {
  kind: BulkKind
  action: BulkAction
  input: ReturnType<typeof useChangeInput>
  refusal: string | null
}

/** The field to set and its new value, or that it is cleared. */
const Input = ({ kind, action, input, refusal }: InputProps) => {
  const t = useText()
  const { fields, field, chosen, value, setValue, isEmptied, setEmptied, choose } = input
  return (
    <>
      {action === 'set' && <FieldChoice fields={fields} field={field} onChoose={choose} />}
      {!isEmptied && (
        <BulkInput key={field} kind={kind} field={field} of={chosen} value={value} onChange={setValue} error={refusal} />
      )}
      {chosen?.mayBeEmpty && (
        <Checkbox label={t('Make empty')} checked={isEmptied} onChange={(event) => setEmptied(event.currentTarget.checked)} />
      )}
    </>
  )
}

/** The error message, unless it is about the value. */
const Refused = ({ failure }: { failure: Failure | undefined }) => {
  const t = useText()
  if (!failure) return null
  return (
    <Alert color="red" role="alert">
      {t(failure.message)}
    </Alert>
  )
}

interface FieldChoiceProps {
  fields: readonly BulkField[]
  field: string
  onChoose: (field: string) => void
}

/** Chooses the field to set, if there are several. */
const FieldChoice = ({ fields, field, onChoose }: FieldChoiceProps) => {
  const t = useText()
  if (fields.length < 2) return null
  return (
    <NativeSelect
      label={t('Field')}
      data={fields.map(({ value, label, custom }) => ({ value, label: custom ? label : t(label) }))}
      value={field}
      onChange={(event) => onChoose(event.currentTarget.value)}
    />
  )
}

interface MakeButtonProps {
  kind: BulkKind
  action: BulkAction
  count: number
  loading: boolean
}

/** What the button of each action does to a number of records, and without one. */
const useMakeText = ({ kind, action, count }: Pick<MakeButtonProps, 'kind' | 'action' | 'count'>) => {
  const t = useText()
  if (action === 'remove') return t('Yes, Delete All!')
  if (action === 'close') return count > 0 ? t('Close {count} task|Close {count} tasks', { count }) : t('Close tasks')
  if (isSharingSummaries(kind, action))
    return count > 0 ? t('Share {count} summary|Share {count} summaries', { count }) : t('Share summaries')
  return count > 0 ? t('Change {count} record|Change {count} records', { count }) : t('Change records')
}

const MakeButton = ({ loading, ...made }: MakeButtonProps) => {
  const { action, count } = made
  return (
    <Button
      {...(action === 'remove' && { color: 'red' })}
      data-autofocus={(action === 'close' && count > 0) || undefined}
      disabled={count === 0}
      loading={loading}
      type="submit"
    >
      {useMakeText(made)}
    </Button>
  )
}

/** The error of the value, if the value was rejected. */
const sentenceFor = (t: Translate, failure: Failure | undefined, field: string) => {
  const sentence = failure?.fields[`change.${field}`] ?? failure?.fields[field]
  return sentence ? t(sentence) : null
}

/** The most names that a question lists. */
const MAX_NAMES = 8

/** Some of the selected records by name, and how many more there are. */
const Names = ({ names }: { names: readonly string[] }) => {
  const t = useText()
  if (names.length === 0) return null
  const first = names.slice(0, MAX_NAMES).join(', ')
  const all = names.length > MAX_NAMES ? t('{names} and {count} more', { names: first, count: names.length - MAX_NAMES }) : first
  return <Text fw={600}>{all}</Text>
}

interface BulkPreviewProps {
  outcome: BulkOutcome
  kind: BulkKind
  action: BulkAction
}

/** Why no record will change. */
const nothingText = ({ same, refused }: BulkOutcome, isRemoval: boolean) => {
  if (isRemoval) return phrase('You may not delete any of these records.')
  if (same === 0) return refused > 0 ? phrase('You may not change any of these records.') : phrase('There is nothing to change.')
  return refused > 0
    ? phrase('Nothing to change: some of these records are like that already, and you may not change the others.')
    : phrase('Nothing to change: these records are like that already.')
}

/** The sentence with the number of records that will change, in the words of the action, or why none will. */
const useChangesText = ({ outcome, kind, action }: BulkPreviewProps) => {
  const t = useText()
  const figure = useFormatCount()
  const { changes, total } = outcome
  const isSharing = isSharingSummaries(kind, action)
  if (isSharing && total === 0) return t('These reports have no summaries.')
  if (changes === 0) return t(nothingText(outcome, action === 'remove'))
  const counts = { count: changes, number: figure(changes) }
  if (action === 'remove')
    return t(
      '{number} will be deleted. It stays in the trash for 30 days.|{number} will be deleted. They stay in the trash for 30 days.',
      counts,
    )
  if (action === 'close') return t('{number} task will be closed|{number} tasks will be closed', counts)
  if (!isSharing) return t('{number} record will change|{number} records will change', counts)
  return t('{number} summary will be shared|{number} summaries will be shared', counts)
}

/** "312 will change, 4 stay as they are, 2 you may not change: …" */
const BulkPreview = ({ outcome, kind, action }: BulkPreviewProps) => {
  const t = useText()
  const figure = useFormatCount()
  const { gone } = useBelongingFormatter()
  const summary = useChangesText({ outcome, kind, action })
  const { changes, same, refused, refusedExamples, belonging } = outcome
  const also = gone(changes, belonging)
  const names = refusedExamples.join(', ') + (refused > refusedExamples.length ? ' …' : '')
  return (
    <Stack gap={4}>
      <Text size="sm">{summary}</Text>
      {also && <Text size="sm">{also}</Text>}
      {same > 0 && (
        <Text size="sm">{t('{number} stays as it is|{number} stay as they are', { count: same, number: figure(same) })}</Text>
      )}
      {refused > 0 && (
        <Text size="sm">
          {action === 'remove'
            ? t('{number} you may not delete: {names}', { number: figure(refused), names })
            : t('{number} you may not change: {names}', { number: figure(refused), names })}
        </Text>
      )}
    </Stack>
  )
}
