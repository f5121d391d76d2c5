import { Alert, Button, Group, Stack } from '@mantine/core'
import type { CustomDefinition } from '@tradewind/contract/kit/custom/custom.fields'
import { phrase } from '@tradewind/contract/kit/phrase'
import { type ReactNode, useEffect, useState } from 'react'
import { valueFromInput } from '#kit/browser/drafts'
import { useText } from '#kit/text'
import type { FieldProps } from '#ui/form/FormPage'
import { checkCustom } from './CustomPart.tsx'
import type { Outbox } from './outbox.ts'
import type { CustomInputs, Piece } from './pieces.ts'
import styles from './fair.module.css'

/** The errors of a form: a message for each faulty field, by name. */
export type Faults = Readonly<Record<string, string>>

export const unsavedText = phrase('This could not be saved on this device. Free some of its storage, then save again.')

interface FormProps<P extends Piece> {
  piece: P
  outbox: Outbox
  /** The custom fields in use, if they are known. What was typed into one that was retired since is not sent: the server would refuse it. */
  customFields: readonly CustomDefinition[] | undefined
  /** Validates the values before sending. */
  check: (values: P['values']) => Faults
  onDone: () => void
}

const withoutRetired = <V extends Piece['values']>(values: V, customFields: readonly CustomDefinition[] | undefined): V => {
  if (!values.custom || !customFields) return values
  const inUse = Object.entries(values.custom).filter(([key]) => customFields.some((one) => one.key === key))
  return { ...values, custom: Object.fromEntries(inUse) }
}

/** What the device had no room for, by piece: as long as the page is open, its form shows it again. */
const unsavedValues = new Map<string, Piece['values']>()

/** Asks before the page is closed. */
const useWarning = (isUnsaved: boolean) =>
  useEffect(() => {
    if (!isUnsaved) return undefined
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [isUnsaved])

/** The form of a piece. Saves a draft while the user types; saving the form queues it to be sent. */
export const usePieceForm = <P extends Piece>({ piece, outbox, customFields, check, onDone }: FormProps<P>) => {
  const t = useText()
  const [values, setValues] = useState<P['values']>(() => unsavedValues.get(piece.id) ?? piece.values)
  const [faults, setFaults] = useState<Faults>(piece.fields ?? {})
  const [isGone, setGone] = useState(false)
  const [isUnsaved, setUnsaved] = useState(() => unsavedValues.has(piece.id))
  useWarning(isUnsaved)
  /** Returns false if it was not stored: it has been sent already, or the device has no room for it. */
  const store = async (next: P['values'], state: Piece['state']) => {
    const isStored = await outbox.save({ ...piece, values: next, state } as Piece).catch(() => undefined)
    if (isStored === undefined) unsavedValues.set(piece.id, next)
    else unsavedValues.delete(piece.id)
    setUnsaved(isStored === undefined)
    setGone(isStored === false)
    return isStored === true
  }
  /** `corrected`: the fields whose errors are over. */
  const change = (patch: Partial<P['values']>, corrected: readonly string[] = Object.keys(patch)) => {
    const next = { ...values, ...patch }
    setValues(next)
    setFaults(Object.fromEntries(Object.entries(faults).filter(([name]) => !corrected.includes(name))))
    void store(next, piece.state === 'waiting' ? 'draft' : piece.state)
  }
  const save = async () => {
    const missing = { ...check(values), ...checkCustom(customFields ?? [], values.custom) }
    setFaults(missing)
    const [first] = Object.keys(missing)
    if (first) return document.getElementById(first)?.focus()
    if (await store(withoutRetired(values, customFields), 'waiting')) onDone()
  }
  const faultOf = (name: string) => (faults[name] ? t(faults[name]) : null)
  /** Provides the props for the inputs of one object: the values themselves, or a part of them that changes by `onChange`. */
  const fieldsOf =
    <V extends object>(
      part: V,
      labels: Readonly<Record<string, string>>,
      optional: readonly string[],
      onChange: (patch: Partial<V>) => void,
    ) =>
    (name: keyof V & string): FieldProps => ({
      id: name,
      name,
      label: labels[name] ?? name,
      required: !optional.includes(name),
      value: part[name],
      onChange: (input) => onChange({ [name]: valueFromInput(input) } as unknown as Partial<V>),
      error: faultOf(name),
    })
  /** The props of the part with the custom fields. */
  const customPart = {
    definitions: customFields ?? [],
    custom: values.custom,
    fieldsOf: (custom: CustomInputs, labels: Readonly<Record<string, string>>, onChange: (patch: CustomInputs) => void) =>
      fieldsOf(custom, labels, Object.keys(labels), onChange),
    onChange: (custom: CustomInputs, names: readonly string[]) => change({ custom } as Partial<P['values']>, names),
  }
  const notice = isGone ? t('This has been sent in the meantime, without your changes.') : isUnsaved && t(unsavedText)
  return { values, change, save, faultOf, fieldsOf, customPart, isGone, notice }
}

interface PieceFormProps {
  form: Pick<ReturnType<typeof usePieceForm>, 'save' | 'isGone' | 'notice'>
  children: ReactNode
}

/** The fields of a piece, below what went wrong on this device, and the button that saves them. */
export const PieceForm = ({ form: { save, isGone, notice }, children }: PieceFormProps) => {
  const t = useText()
  const submit = (event: { preventDefault: () => void }) => {
    event.preventDefault()
    void save()
  }
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="sm">
        {notice && (
          <Alert color="red" role="alert" className={styles.notice ?? ''}>
            {notice}
          </Alert>
        )}
        {children}
        <Group justify="flex-end">
          <Button type="submit" size="md" disabled={isGone}>
            {t('Save')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
