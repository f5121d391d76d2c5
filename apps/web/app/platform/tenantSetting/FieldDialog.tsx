import { ActionIcon, Button, Fieldset, Group, Stack, Text, TextInput } from '@mantine/core'
import { IconArchive, IconPlus, IconRestore, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import type { CustomField } from '@tradewind/contract/kit/custom/custom.contract'
import { type CustomChoice, type CustomKind, type CustomType, customTypes } from '@tradewind/contract/kit/custom/custom.fields'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { type Failure, failureOf } from '#kit/api/failure'
import { useSend } from '#kit/api/query'
import { isSame } from '#kit/browser/drafts'
import { useText } from '#kit/text'
import { FormButtons } from '#ui/dialog/ButtonRow'
import { Dialog, FormFailure } from '#ui/dialog/Dialog'
import { NativeSelect } from '#ui/form/NativeSelect'
import { Restored } from '#ui/form/Restored'
import { SavingFields } from '#ui/form/SavingFields'
import { conflictingRecord } from '#ui/form/useRecordForm'
import { useDraft } from '#ui/form/useStoredDraft'
import { MoveButtons } from '#ui/list/MoveButtons'
import { Tooltip } from '#ui/page/floating'
import { useToast } from '#ui/page/toast'
import { customTypeNames } from './FieldRows.tsx'

interface FieldDialogProps {
  kind: CustomKind
  /** The one to change; without it one is added. */
  field: CustomField | undefined
  onClose: () => void
}

const hasChoices = (type: CustomType) => type === 'CHOICE' || type === 'SEVERAL'
/** The choices, without new ones that are blank. */
const inputOf = (choices: readonly Draft[]) =>
  choices
    .filter(({ key, label }) => key !== undefined || label.trim() !== '')
    .map(({ key, label, isRetired }) => ({ ...(key !== undefined && { key }), label, isRetired }))

interface Values {
  label: string
  type: CustomType
  choices: Draft[]
}

const valuesOf = (field: CustomField | undefined): Values =>
  field
    ? { label: field.label, type: field.type, choices: field.choices.map((choice) => ({ ...choice, id: choice.key })) }
    : { label: '', type: 'TEXT', choices: [{ id: 'first', label: '', isRetired: false }] }

/** The values of the form. They survive a reload and an ended session. */
const useValues = (kind: CustomKind, field: CustomField | undefined) => {
  const draft = useDraft(`customField/${field?.uniqueId ?? `new:${kind}`}`, JSON.stringify(valuesOf(field)))
  const typed = JSON.parse(draft.text) as Values
  // Choices that were added elsewhere meanwhile: choices that are not sent would be retired.
  const added = valuesOf(field).choices.filter(({ key }) => key && !typed.choices.some((choice) => choice.key === key))
  const values = { ...typed, choices: [...typed.choices, ...added] }
  return { draft, values, type: (change: Partial<Values>) => draft.type(JSON.stringify({ ...values, ...change })) }
}

/** Adds a field, or changes its name and choices. The type cannot be changed later. */
export const FieldDialog = ({ kind, field, onClose }: FieldDialogProps) => {
  const t = useText()
  const { draft, values, type: change } = useValues(kind, field)
  const done = () => {
    draft.discard()
    onClose()
  }
  const { save, isPending, failure } = useSave(kind, field, done)
  const submit = (event: React.SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { label, type, choices } = values
    void save({ label, type, ...(hasChoices(type) && { choices: inputOf(choices) }) })
  }
  return (
    <Dialog
      opened
      onClose={onClose}
      closeOnClickOutside={false}
      title={field ? t('Edit {name}', { name: field.label }) : t('New field')}
    >
      <form noValidate onSubmit={submit}>
        <Stack>
          <FormFailure failure={failure} shownFields={['label', 'choices']} />
          <Restored isRestored={draft.isRestored} isOutdated={draft.isOutdated} onDiscard={draft.discard} />
          <SavingFields isSaving={isPending}>
            <Inputs {...values} onChange={change} isNew={!field} fields={failure?.fields ?? {}} />
          </SavingFields>
          <FormButtons onCancel={onClose} loading={isPending}>
            {t('Save')}
          </FormButtons>
        </Stack>
      </form>
    </Dialog>
  )
}

interface InputsProps extends Values {
  onChange: (change: Partial<Values>) => void
  isNew: boolean
  /** The server's errors by field. */
  fields: Failure['fields']
}

const Inputs = ({ label, type, choices, onChange, isNew, fields }: InputsProps) => {
  const t = useText()
  const wrongChoice = Object.entries(fields).find(([name]) => name.startsWith('choices'))?.[1]
  return (
    <>
      <TextInput
        label={t('Name')}
        required
        data-autofocus
        autoComplete="off"
        value={label}
        error={fields['label'] && t(fields['label'])}
        onChange={(event) => onChange({ label: event.currentTarget.value })}
      />
      <NativeSelect
        label={t('Type')}
        description={isNew ? t('The type cannot be changed later.') : t('The type cannot be changed.')}
        data={customTypes.map((value) => ({ value, label: t(customTypeNames[value]) }))}
        value={type}
        disabled={!isNew}
        error={fields['type'] && t(fields['type'])}
        onChange={(event) => onChange({ type: event.currentTarget.value as CustomType })}
      />
      {hasChoices(type) && (
        <Choices choices={choices} onChange={(changed) => onChange({ choices: changed })} error={wrongChoice && t(wrongChoice)} />
      )}
    </>
  )
}

interface Given {
  label: string
  type: CustomType
  choices?: { key?: string; label: string; isRetired: boolean }[]
}

const useSave = (kind: CustomKind, field: CustomField | undefined, onDone: () => void) => {
  const toast = useToast()
  const [create, update] = [useSend('POST /api/customField/'), useSend('PATCH /api/customField/')]
  const client = useQueryClient()
  const [failure, setFailure] = useState<Failure | null>(null)
  const send = ({ type, ...given }: Given, updatedAt = field?.updatedAt) =>
    field ? update.mutateAsync({ ...given, uniqueId: field.uniqueId, updatedAt }) : create.mutateAsync({ ...given, kind, type })
  const save = async (input: Given, updatedAt?: string) => {
    setFailure(null)
    try {
      toast.reply(await send(input, updatedAt))
      onDone()
    } catch (error) {
      const refused = failureOf(error)
      const current = conflictingRecord(refused) as CustomField | null
      // Only its position was changed elsewhere.
      if (current && field && isSame(valuesOf(current), valuesOf(field))) return save(input, current.updatedAt)
      if (current) void client.invalidateQueries({ queryKey: ['customField'] })
      setFailure(refused)
    }
  }
  return { save, isPending: create.isPending || update.isPending, failure }
}

/** A choice in the form; without a key it is new. */
interface Draft extends Omit<CustomChoice, 'key'> {
  id: string
  key?: string
}

const newChoice = (): Draft => ({ id: crypto.randomUUID(), label: '', isRetired: false })

interface ChoicesProps {
  choices: readonly Draft[]
  onChange: (choices: Draft[]) => void
  error: string | undefined
}

/** The choices of a field in their order. One that records may use is retired, not removed. */
const Choices = ({ choices, onChange, error }: ChoicesProps) => {
  const t = useText()
  const added = useRef<string>(undefined)
  useEffect(() => {
    if (added.current) document.getElementById(added.current)?.focus()
    added.current = undefined
  }, [choices])
  const add = () => {
    const choice = newChoice()
    added.current = choice.id
    onChange([...choices, choice])
  }
  const changeChoice = (at: number, change: Partial<Draft>) =>
    onChange(choices.map((one, index) => (index === at ? { ...one, ...change } : one)))
  const move = (at: number, by: number) => onChange(choices.toSpliced(at, 1).toSpliced(at + by, 0, choices[at]!))
  return (
    <Fieldset legend={t('Choices')}>
      <Stack gap="xs">
        {choices.map((choice, at) => (
          <Choice
            key={choice.id}
            choice={choice}
            at={at}
            last={choices.length - 1}
            onChange={(change) => changeChoice(at, change)}
            onMove={(by) => move(at, by)}
            onRemove={() => onChange(choices.toSpliced(at, 1))}
            onEnter={add}
          />
        ))}
        {error && (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {error}
          </Text>
        )}
        <Button
          variant="subtle"
          size="compact-sm"
          style={{ alignSelf: 'flex-start' }}
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={add}
        >
          {t('Add a choice')}
        </Button>
        <Text size="xs" c="dimmed">
          {t('A retired choice can no longer be chosen. Records that have it keep it.')}
        </Text>
      </Stack>
    </Fieldset>
  )
}

interface ChoiceProps {
  choice: Draft
  at: number
  last: number
  onChange: (change: Partial<Draft>) => void
  onMove: (by: number) => void
  onRemove: () => void
  onEnter: () => void
}

const Choice = ({ choice: { id, key, label, isRetired }, at, last, onChange, onMove, onRemove, onEnter }: ChoiceProps) => {
  const t = useText()
  const name = t('Choice {number}', { number: at + 1 })
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    if (label.trim()) onEnter()
  }
  return (
    <Group gap={4} wrap="nowrap">
      <TextInput
        id={id}
        flex={1}
        autoComplete="off"
        aria-label={name}
        value={label}
        rightSection={
          isRetired && (
            <Text size="xs" c="dimmed" px={6}>
              {t('Retired')}
            </Text>
          )
        }
        rightSectionWidth={isRetired ? 100 : 0}
        onChange={(event) => onChange({ label: event.currentTarget.value })}
        onKeyDown={onKeyDown}
      />
      <MoveButtons
        uniqueId={id}
        name={name}
        isFirst={at === 0}
        isLast={at === last}
        onMove={(direction) => onMove(direction === 'up' ? -1 : 1)}
      />
      <State
        name={label || name}
        isNew={key === undefined}
        isRetired={isRetired}
        onRemove={onRemove}
        onRetire={() => onChange({ isRetired: !isRetired })}
      />
    </Group>
  )
}

interface StateProps {
  name: string
  isNew: boolean
  isRetired: boolean
  onRemove: () => void
  onRetire: () => void
}

/** Removes a choice: a new one immediately, an existing one is retired. */
const State = ({ name, isNew, isRetired, onRemove, onRetire }: StateProps) => {
  const t = useText()
  const retireLabel = isRetired ? t('Bring {name} back', { name }) : t('Retire {name}', { name })
  const Sign = isRetired ? IconRestore : IconArchive
  return isNew ? (
    <Tooltip label={t('Remove {name}', { name })}>
      <ActionIcon variant="subtle" color="gray" aria-label={t('Remove {name}', { name })} onClick={onRemove}>
        <IconTrash size={16} aria-hidden />
      </ActionIcon>
    </Tooltip>
  ) : (
    <ActionIcon variant="subtle" color="gray" aria-label={retireLabel} title={retireLabel} onClick={onRetire}>
      <Sign size={16} aria-hidden />
    </ActionIcon>
  )
}
