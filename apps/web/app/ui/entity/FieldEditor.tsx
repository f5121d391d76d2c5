import { ActionIcon, Alert, Button, Group, Loader, Popover, Stack, Text, Textarea } from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import type { RecordBase, RecordOf } from '#kit/api/calls'
import { explain, type Failure } from '#kit/api/failure'
import { isSame, valueFromInput } from '#kit/browser/drafts'
import { endTypeAhead } from '#kit/browser/typeAhead'
import { session } from '#kit/session'
import { useText } from '#kit/text'
import { useZone } from '#kit/zone'
import { Calendar } from '#ui/form/Calendar'
import type { FieldProps } from '#ui/form/FormPage'
import { toMomentInput } from '#ui/form/moment'
import { MomentInput } from '#ui/form/MomentInput'
import { Restored } from '#ui/form/Restored'
import { conflictingRecord } from '#ui/form/useRecordForm'
import { useAdoptedDraft, useStoredDraft } from '#ui/form/useStoredDraft'
import { useOutsidePress } from '#ui/page/useOutsidePress'
import { EditedRecord } from './editedRecord.ts'
import type { EditedField, FieldEditorProps, FocusStep } from './useEditing.tsx'
import { FieldInput, type PlainSpec } from './useFieldForm.tsx'
import { formatFieldValue } from './useFieldFormatter.ts'
import { useFieldSave } from './useFieldSave.ts'
import styles from './fieldCell.module.css'

/** A text with a higher maximum length than this is edited in several rows. */
const LONG = 300

/** Milliseconds between two attempts to save a value whose editor has gone. */
const RETRY_INTERVAL = 5000

const isSingleValue = ({ spec }: EditedField) => ['choice', 'country', 'day', 'reference'].includes(spec.type)
const isLong = ({ spec }: EditedField) => spec.type === 'longText' || ('max' in spec && (spec.max ?? 0) > LONG)

/** The property of a record that holds the field's value: of a reference, the one with the other record. */
const recordFieldOf = ({ field, spec }: EditedField) => (spec.type === 'reference' ? spec.named : field)
/** A custom field holds the id itself. */
const idOf = (value: unknown) => (typeof value === 'string' ? value : ((value as { uniqueId: string } | null)?.uniqueId ?? ''))

/** Converts a value to the call's input. */
const useFieldInput = ({ field, spec }: EditedField) => {
  const zone = useZone()
  return (value: unknown) => {
    if (spec.type === 'reference') return { [field]: idOf(value) }
    if (spec.type === 'references') return { [field]: (value as unknown[]).map(idOf) }
    return { [field]: spec.type === 'moment' ? toMomentInput(String(value), zone) : (value ?? '') }
  }
}

interface TypedValue {
  value: unknown
}

/** The editors on the page, by record and field. */
const mountedEditors = new Set<string>()

/** Calls `onGone` once the editor is no longer on the page: not if its row is only rendered in another form, where it continues. */
const useGone = ({ kind, record, field }: EditedField, onGone: () => void) => {
  const key = `${kind} ${record.uniqueId} ${field}`
  const gone = useEffectEvent(onGone)
  useLayoutEffect(() => {
    mountedEditors.add(key)
    return () => {
      mountedEditors.delete(key)
      setTimeout(() => mountedEditors.has(key) || gone())
    }
  }, [key])
}

/**
 * The typed value. It survives a reload and an ended session until it is saved or discarded; a choice, which is saved immediately, does not.
 * A draft that was not touched is not `typed`: it is shown, and saved only if the user says so.
 */
const useTypedValue = (props: FieldEditorProps) => {
  const { kind, field, record, spec, onType } = props
  const saved: unknown = record[recordFieldOf(props) as keyof RecordBase] ?? (spec.type === 'references' ? [] : '')
  const stored = useStoredDraft<TypedValue>(`${kind}/${record.uniqueId}/${field}`)
  const { draft, restored, setRestored } = stored
  const [value, setValue] = useState<unknown>(props.typed ?? restored?.values.value ?? saved)
  // Keys read it in the same tick in which an option was chosen.
  const latest = useRef(value)
  const set = (next: unknown) => {
    latest.current = next
    setValue(next)
  }
  const type = (next: unknown) => {
    set(next)
    onType(next)
    setRestored(null)
    if (isSingleValue(props)) return
    if (isSame(next, saved)) draft.drop()
    else draft.keep({ from: { value: saved }, base: record.updatedAt, values: { value: next } })
  }
  const drop = () => draft.dropOwn({ value: latest.current })
  const restart = () => {
    drop()
    set(saved)
    setRestored(null)
  }
  useAdoptedDraft(stored, ({ values }) => set(values.value))
  const isRestored = restored !== null && props.typed === undefined
  return { value, latest, type, drop, restart, isRestored, isOutdated: isRestored && !isSame(restored.from.value, saved) }
}

/** The typed value and how it is saved: immediately if one of several is chosen, else by Enter, by Tab and by leaving, also of the page. */
const useDraft = (props: FieldEditorProps) => {
  const t = useText()
  const { kind, record, label, name } = props
  const sent = useFieldInput(props)
  const { change, refuse } = useFieldSave(kind)
  const [userId] = useState(() => session.actor().uniqueId)
  const typed = useTypedValue(props)
  const [isSaving, setSaving] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const busy = useRef(false)
  const status = useRef<'open' | 'closed' | 'gone'>('open')
  const close: FieldEditorProps['onClose'] = (...how) => {
    status.current = 'closed'
    props.onClose(...how)
  }
  /** Closes the editor of a value that was saved or is not wanted. */
  const finish: FieldEditorProps['onClose'] = (...how) => {
    typed.drop()
    close(...how)
  }
  const editOf = (base: RecordBase) => ({
    record: base as RecordOf<typeof kind>,
    field: recordFieldOf(props) as keyof RecordBase,
    value: typed.latest.current,
    name,
    label,
    sent,
  })
  const isSameUser = () => session.actor().uniqueId === userId
  const changeAsSameUser = async () => (isSameUser() ? change(editOf(record)) : null)
  /** Saves the value after the editor has gone, unless another user is signed in by now. Without a connection it tries again until it gets an answer. */
  const saveGone = async (before?: Failure) => {
    let last = before ?? (await changeAsSameUser())
    if (last) refuse(last, editOf(record))
    while (last?.isTransient) {
      await new Promise((resolve) => setTimeout(resolve, RETRY_INTERVAL))
      last = await changeAsSameUser()
      if (last && !last.isTransient) refuse(last, editOf(record))
    }
    if (!last && isSameUser()) typed.drop()
  }
  const save = async (step: FocusStep, takesFocus: boolean, base: RecordBase = record) => {
    if (busy.current) return
    busy.current = true
    setSaving(true)
    const saveFailure = await change(editOf(base))
    busy.current = false
    if (saveFailure && status.current === 'gone') return saveGone(saveFailure)
    // Cancelled meanwhile: another editor may be open in its place.
    if (status.current === 'closed') return saveFailure ? refuse(saveFailure, editOf(base)) : typed.drop()
    setSaving(false)
    setFailure(saveFailure)
    if (!saveFailure) finish(step, takesFocus)
  }
  useGone(props, () => {
    if (status.current === 'closed' || typed.isRestored) return
    status.current = 'gone'
    if (failure && !failure.isTransient) refuse(failure, editOf(record))
    else if (!busy.current) void saveGone()
  })
  const type = (value: unknown) => {
    typed.type(value)
    setFailure(null)
  }
  return {
    ...typed,
    type,
    save,
    finish,
    /** For a press elsewhere. */
    leave: () => (typed.isRestored ? close(0, false) : save(0, false)),
    isSaving,
    failure,
    current: conflictingRecord(failure),
    error: failure && explain(failure, t),
  }
}

type Draft = ReturnType<typeof useDraft>

/** Edits one field of a record, over the value. Escape cancels; a rejected value stays typed, with the reason. */
export const FieldEditor = (props: FieldEditorProps) => {
  const t = useText()
  return (
    <Popover opened position="bottom-start" offset={0} withRoles={false} closeOnClickOutside={false} closeOnEscape={false}>
      <Popover.Target>
        <span className={styles.anchor} />
      </Popover.Target>
      <Popover.Dropdown
        className={styles.editor}
        role="dialog"
        aria-label={t('{field} of {name}', { field: props.label, name: props.name })}
      >
        <OpenEditor {...props} />
      </Popover.Dropdown>
    </Popover>
  )
}

const OpenEditor = (props: FieldEditorProps) => {
  const t = useText()
  const box = useRef<HTMLDivElement>(null)
  const draft = useDraft(props)
  const focusStep = useRef<FocusStep>(0)
  const lateStep = useRef<FocusStep | null>(null)
  const cancel = () => draft.finish(0, true)
  useEffect(() => {
    const input = box.current?.querySelector<HTMLElement>('input:not([type="hidden"]), textarea')
    input?.focus({ preventScroll: true })
    // As in a single line: what is typed is appended.
    if (input instanceof HTMLTextAreaElement) input.setSelectionRange(input.value.length, input.value.length)
    endTypeAhead()
  }, [])
  const pressHandlers = useOutsidePress(() => {
    if (!draft.failure) void draft.leave()
  })
  const choose = (value: unknown) => {
    draft.type(valueFromInput(value))
    if (lateStep.current !== null) void draft.save(lateStep.current, true)
    else if (isSingleValue(props) && focusStep.current === 0) void draft.save(0, true)
  }
  const keys = useEditorKeys(props, { draft, cancel, focusStep, lateStep })
  return (
    <Stack gap={6} ref={box} {...keys} {...pressHandlers} aria-busy={draft.isSaving}>
      <Group justify="space-between" wrap="nowrap" gap="xs" h={22}>
        <Text size="xs" c="dimmed" truncate id={`edit-${props.field}`}>
          {props.label}
        </Text>
        <Group gap={2} wrap="nowrap">
          {draft.isSaving && <Loader size={14} />}
          {!isSingleValue(props) && (
            <ActionIcon
              size="sm"
              variant="subtle"
              aria-label={t('Save')}
              title={t('Save')}
              onClick={() => void draft.save(0, true)}
            >
              <IconCheck size={16} aria-hidden />
            </ActionIcon>
          )}
          <ActionIcon size="sm" variant="subtle" color="gray" aria-label={t('Cancel')} title={t('Cancel')} onClick={cancel}>
            <IconX size={16} aria-hidden />
          </ActionIcon>
        </Group>
      </Group>
      {draft.isRestored && <Restored onDiscard={draft.restart} isOutdated={draft.isOutdated} />}
      <EditorInput {...props} draft={draft} onChange={choose} />
      {draft.current && <ConflictNotice {...props} draft={draft} current={draft.current} />}
    </Stack>
  )
}

interface EditorKeysOptions {
  draft: Draft
  cancel: () => void
  focusStep: React.RefObject<FocusStep>
  /** Set while Tab waits for the choice that is still searched: it is saved once it has arrived. */
  lateStep: React.RefObject<FocusStep | null>
}

/** Whether this is the first or last input of the editor, where Tab moves on to the next cell. */
const isEdge = (box: HTMLElement, target: EventTarget, isBack: boolean) => {
  const inputs = [...box.querySelectorAll<HTMLElement>('input:not([type="hidden"]), textarea')]
  return !inputs.includes(target as HTMLElement) || inputs.at(isBack ? 0 : -1) === target
}

const useEditorKeys = (edited: EditedField, { draft, cancel, focusStep, lateStep }: EditorKeysOptions) => ({
  onKeyDownCapture: (event: KeyboardEvent<HTMLElement>) => {
    focusStep.current = 0
    lateStep.current = null
    if (event.key === 'Tab') focusStep.current = event.shiftKey ? -1 : 1
    if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
    event.preventDefault()
    event.stopPropagation()
    cancel()
  },
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
    event.stopPropagation()
    if (event.nativeEvent.isComposing) return
    const { key, target, currentTarget, ctrlKey, metaKey } = event
    const isTab = key === 'Tab' && isEdge(currentTarget, target, event.shiftKey)
    const isTyping = (target as HTMLElement).matches('input, textarea')
    const isEnter = key === 'Enter' && isTyping && (!isLong(edited) || ctrlKey || metaKey)
    if (isTab || isEnter) {
      event.preventDefault()
      const isSearched = (target as HTMLElement).getAttribute('aria-busy') === 'true'
      if (isSearched) lateStep.current = focusStep.current
      else void draft.save(isTab ? focusStep.current : 0, true)
    }
    focusStep.current = 0
  },
})

interface EditorInputProps extends EditedField {
  draft: Draft
  onChange: (value: unknown) => void
}

const EditorInput = ({ draft, onChange, ...edited }: EditorInputProps) => {
  const { field, spec, Input } = edited
  const error = draft.current ? null : draft.error
  const props: FieldProps = {
    id: `edit-${field}-input`,
    name: field,
    label: '',
    required: spec.required ?? false,
    value: draft.value,
    onChange,
    error,
    ...({ 'aria-label': edited.label, readOnly: draft.isSaving } as object),
  }
  if (Input)
    return (
      <EditedRecord value={edited.record}>
        <Input {...props} />
      </EditedRecord>
    )
  if (spec.type === 'moment') return <MomentInput {...props} />
  if (spec.type === 'day') return <DayEditor {...props} />
  if (isLong(edited)) return <Textarea {...props} autosize minRows={2} maxRows={10} />
  return <FieldInput {...props} spec={spec as PlainSpec} />
}

const DayEditor = ({ value, onChange, required, error }: FieldProps) => {
  const t = useText()
  return (
    <Stack gap="xs">
      <Calendar value={value || null} onChoose={onChange} />
      {error && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {error}
        </Text>
      )}
      {value && !required && (
        <Button size="compact-sm" variant="default" onClick={() => onChange('')}>
          {t('No date')}
        </Button>
      )}
    </Stack>
  )
}

interface ConflictNoticeProps extends FieldEditorProps {
  draft: Draft
  current: RecordBase
}

/** Shown when somebody else has changed the same field meanwhile: says who, shows the current value, and offers the choice. */
const ConflictNotice = ({ draft, current, ...edited }: ConflictNoticeProps) => {
  const t = useText()
  const zone = useZone()
  const isPerson = edited.spec.own && edited.spec.type === 'reference'
  const savedValue = isPerson
    ? t('another one')
    : formatFieldValue(edited.spec, current[recordFieldOf(edited) as keyof RecordBase], { t, zone })
  return (
    <Alert color="signal" p="xs" role="alert" title={draft.error}>
      <Text size="sm" mb="xs" style={{ overflowWrap: 'anywhere' }}>
        {t('Saved version')}
        {t(':')} {savedValue}
      </Text>
      <Group gap="xs">
        <Button size="compact-sm" onClick={() => void draft.save(0, true, current)}>
          {t('Keep mine')}
        </Button>
        <Button size="compact-sm" variant="default" onClick={() => draft.finish(0, true)}>
          {t('Use the saved version')}
        </Button>
      </Group>
    </Alert>
  )
}
