import { Alert, Button, Group, NativeSelect, Stack, Text } from '@mantine/core'
import type { BulkOutcome } from '@tradewind/contract/operations/bulk.contract'
import { bulkFields, type BulkKind } from '@tradewind/contract/operations/bulk.words'
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

/** The change as it is previewed and made: a new value is previewed at once. */
const useChange = ({ kind, doing, chosen, onClose, onDone }: BulkDialogProps, change: Change | undefined) => {
  const bulk = useBulk(kind, chosen)
  const tell = useTellBulk()
  const [told, setTold] = useState<{ key: string; outcome?: BulkOutcome; failure?: Failure }>()
  const isReady = doing === 'remove' || change !== undefined
  const key = isReady ? JSON.stringify(change ?? null) : ''
  const ask = useEffectEvent(() => {
    bulk.preview(change).then(
      (outcome) => setTold({ key, outcome }),
      (error: unknown) => setTold({ key, failure: failureOf(error) }),
    )
  })
  useEffect(() => {
    if (key) ask()
  }, [key])
  const current = told?.key === key ? told : undefined
  const make = async () => {
    try {
      const { operation } = await bulk.make(change, current!.outcome!.total)
      onClose()
      onDone()
      if (operation) tell(operation)
    } catch (error) {
      setTold({ key, failure: failureOf(error) })
      if (failureOf(error).status === 409) ask()
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
  const isEmpty = value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
  const { outcome, failure, isAsking, isPending, make } = useChange(props, isEmpty ? undefined : { [field]: value })
  const choose = (next: string) => {
    setField(next)
    setValue(undefined)
  }
  const isRemoval = doing === 'remove'
  const fields = doing === 'set' ? fieldsOf(kind) : []
  return (
    <Dialog opened onClose={onClose} title={t(titles[doing])}>
      <Stack>
        {isRemoval && names.length > 0 && <Names names={names} />}
        {fields.length > 1 && (
          <NativeSelect
            label={t('Field')}
            data={fields.map(({ value: name, label }) => ({ value: name, label: t(label) }))}
            value={field}
            onChange={(event) => choose(event.currentTarget.value)}
          />
        )}
        {!isRemoval && (
          <BulkInput
            key={field}
            kind={kind}
            field={field}
            value={value}
            onChange={setValue}
            error={failure ? sentenceFor(t, failure, field) : null}
          />
        )}
        <div aria-live="polite">
          {isAsking && <Text size="sm">{t('Counting what will change')}</Text>}
          {outcome && <Preview outcome={outcome} isRemoval={isRemoval} />}
        </div>
        {failure && !sentenceFor(t, failure, field) && (
          <Alert color="red" role="alert">
            {t(failure.message)}
          </Alert>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button
            {...(isRemoval && { color: 'red' })}
            disabled={!outcome || outcome.changes === 0}
            loading={isPending && !isAsking}
            onClick={() => void make()}
          >
            {isRemoval
              ? t('Yes, Delete All!')
              : t('Change {count} record|Change {count} records', { count: outcome?.changes ?? 0 })}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}

/** What is wrong with the value, where that is what was refused. */
const sentenceFor = (t: Say, { fields }: Failure, field: string) => {
  const sentence = fields[`change.${field}`] ?? fields[field]
  return sentence ? t(sentence) : null
}

const Names = ({ names }: { names: readonly string[] }) => {
  const t = useText()
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
          ? t('{number} will be deleted. They stay in the trash for 30 days.', { number: figure(changes) })
          : t('{number} will change', { number: figure(changes) })}
      </Text>
      {belonging.length > 0 && (
        <Text size="sm">
          {t('These belong to them and would be deleted, too: {records}.', {
            records: belongingInWords(t, language, uniqueId, belonging),
          })}
        </Text>
      )}
      {same > 0 && <Text size="sm">{t('{number} stay as they are', { number: figure(same) })}</Text>}
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
