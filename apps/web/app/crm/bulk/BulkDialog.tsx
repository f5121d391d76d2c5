import { Alert, Button, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { bulkFields, type BulkKind } from '@tradewind/contract/crm/bulk/bulk.words'
import type { BulkOutcome } from '@tradewind/contract/crm/bulk/outcome'
import { useEffect, useEffectEvent, useState } from 'react'
import { type Failure, failureOf } from '#kit/api/failure'
import { useActor } from '#kit/session'
import { phrase, type Say, useLanguage, useText } from '#kit/text'
import { belongingInWords } from '#ui/dialog/belonging'
import { Dialog } from '#ui/dialog/Dialog'
import { useFigure } from '#ui/values/useFigure'
import { BulkInput, fieldsOf } from './BulkInput.tsx'
import { type Change, type Chosen, useBulk, useTellBulk } from './calls.ts'

export type Doing = 'set' | 'assign' | 'share' | 'addToProject' | 'remove'

interface BulkDialogProps {
  kind: BulkKind
  doing: Doing
  chosen: Chosen
  /** The names of the ticked ones. */
  names: readonly string[]
  onClose: () => void
  onDone: () => void
}

const titles: Readonly<Record<Doing, string>> = {
  set: phrase('Change a field'),
  assign: phrase('Assign tasks'),
  share: phrase('Share projects'),
  addToProject: phrase('Add to project'),
  remove: phrase('Are you sure?'),
}
/** Names that a question tells. */
const NAMED = 8

const firstField = (kind: BulkKind, doing: Doing): string => {
  if (doing === 'assign') return 'assignedUser'
  return doing === 'set' ? (bulkFields[kind].find((field) => field !== 'assignedUser') ?? '') : doing
}

/** A value that is typed is previewed when the typing pauses. */
const PAUSE = 250

const isMissing = (value: unknown) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

/** The change as it is previewed and made. */
const useChange = ({ kind, doing, chosen, onClose, onDone }: BulkDialogProps, change: Change | undefined) => {
  const bulk = useBulk(kind, chosen)
  const tell = useTellBulk()
  const [told, setTold] = useState<{ key: string; outcome?: BulkOutcome; failure?: Failure }>()
  const isReady = doing === 'remove' || change !== undefined
  const key = isReady ? JSON.stringify(change ?? null) : ''
  const [asked] = useDebouncedValue(key, PAUSE)
  const ask = () =>
    bulk.preview(change).then(
      (outcome) => setTold({ key, outcome }),
      (error: unknown) => setTold({ key, failure: failureOf(error) }),
    )
  const preview = useEffectEvent(() => void ask())
  useEffect(() => {
    if (asked) preview()
  }, [asked])
  const current = told?.key === key ? told : undefined
  const make = async () => {
    try {
      const { operation } = await bulk.make(change, current!.outcome!.total)
      onClose()
      onDone()
      if (operation) tell(operation)
    } catch (error) {
      const failure = failureOf(error)
      setTold({ key, failure })
      // There are more or fewer records than the preview told: it is asked again.
      if (failure.status === 409) await ask()
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

/** Says first what will change, and does it then. */
export const BulkDialog = (props: BulkDialogProps) => {
  const { kind, doing, names, onClose } = props
  const t = useText()
  const [field, setField] = useState(firstField(kind, doing))
  const [value, setValue] = useState<unknown>()
  const { outcome, failure, isAsking, isPending, make } = useChange(props, isMissing(value) ? undefined : { [field]: value })
  const choose = (next: string) => {
    setField(next)
    setValue(undefined)
  }
  const isRemoval = doing === 'remove'
  const refusal = sentenceFor(t, failure, field)
  return (
    <Dialog opened onClose={onClose} title={t(titles[doing])}>
      <Stack>
        {isRemoval && <Names names={names} />}
        {doing === 'set' && <FieldChoice kind={kind} field={field} onChoose={choose} />}
        {!isRemoval && <BulkInput key={field} kind={kind} field={field} value={value} onChange={setValue} error={refusal} />}
        <div aria-live="polite">
          {isAsking && <Text size="sm">{t('Counting what will change')}</Text>}
          {outcome && <Preview outcome={outcome} isRemoval={isRemoval} />}
        </div>
        {!refusal && <Refused failure={failure} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('Cancel')}
          </Button>
          <MakeButton isRemoval={isRemoval} count={outcome?.changes ?? 0} loading={isPending && !isAsking} onMake={make} />
        </Group>
      </Stack>
    </Dialog>
  )
}

/** Why it cannot be done, where that is not about the value. */
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
  kind: BulkKind
  field: string
  onChoose: (field: string) => void
}

/** Which field is set, where there are several. */
const FieldChoice = ({ kind, field, onChoose }: FieldChoiceProps) => {
  const t = useText()
  const fields = fieldsOf(kind)
  if (fields.length < 2) return null
  return (
    <NativeSelect
      label={t('Field')}
      data={fields.map(({ value, label }) => ({ value, label: t(label) }))}
      value={field}
      onChange={(event) => onChoose(event.currentTarget.value)}
    />
  )
}

interface MakeButtonProps {
  isRemoval: boolean
  count: number
  loading: boolean
  onMake: () => Promise<void>
}

const MakeButton = ({ isRemoval, count, loading, onMake }: MakeButtonProps) => {
  const t = useText()
  return (
    <Button {...(isRemoval && { color: 'red' })} disabled={count === 0} loading={loading} onClick={() => void onMake()}>
      {isRemoval ? t('Yes, Delete All!') : t('Change {count} record|Change {count} records', { count })}
    </Button>
  )
}

/** What is wrong with the value, where that is what was refused. */
const sentenceFor = (t: Say, failure: Failure | undefined, field: string) => {
  const sentence = failure?.fields[`change.${field}`] ?? failure?.fields[field]
  return sentence ? t(sentence) : null
}

const Names = ({ names }: { names: readonly string[] }) => {
  const t = useText()
  if (names.length === 0) return null
  const first = names.slice(0, NAMED).join(', ')
  const all = names.length > NAMED ? t('{names} and {count} more', { names: first, count: names.length - NAMED }) : first
  return <Text fw={600}>{all}</Text>
}

/** "312 will change, 4 stay as they are, 2 you may not change: …" */
const Preview = ({ outcome, isRemoval }: { outcome: BulkOutcome; isRemoval: boolean }) => {
  const t = useText()
  const figure = useFigure()
  const language = useLanguage()
  const { uniqueId } = useActor()
  const { changes, same, refused, refusedExamples, belonging } = outcome
  const names = refusedExamples.join(', ') + (refused > refusedExamples.length ? ' …' : '')
  return (
    <Stack gap={4}>
      <Text size="sm">
        {isRemoval
          ? t(
              '{number} will be deleted. It stays in the trash for 30 days.|{number} will be deleted. They stay in the trash for 30 days.',
              { count: changes, number: figure(changes) },
            )
          : t('{number} record will change|{number} records will change', { count: changes, number: figure(changes) })}
      </Text>
      {belonging.length > 0 && (
        <Text size="sm">
          {t(
            'These belong to it and will be deleted as well: {records}.|These belong to them and will be deleted as well: {records}.',
            {
              count: changes,
              records: belongingInWords(t, language, uniqueId, belonging),
            },
          )}
        </Text>
      )}
      {same > 0 && (
        <Text size="sm">{t('{number} stays as it is|{number} stay as they are', { count: same, number: figure(same) })}</Text>
      )}
      {refused > 0 && (
        <Text size="sm">
          {isRemoval
            ? t('{number} you may not delete: {names}', { number: figure(refused), names })
            : t('{number} you may not change: {names}', { number: figure(refused), names })}
        </Text>
      )}
    </Stack>
  )
}
