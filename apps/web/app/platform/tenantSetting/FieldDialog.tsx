import { Alert, Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import type { CustomField } from '@tradewind/contract/kit/custom/custom.contract'
import { type CustomKind, type CustomType, customTypeNames, customTypes } from '@tradewind/contract/kit/custom/custom.fields'
import { useState } from 'react'
import { type Failure, failureOf } from '#kit/api/failure'
import { useSend } from '#kit/api/query'
import { useInUse } from '#kit/browser/version'
import { useText } from '#kit/text'
import { Dialog } from '#ui/dialog/Dialog'
import { useToast } from '#ui/page/toast'
import { Choices, type Draft, newChoice } from './Choices.tsx'

interface FieldDialogProps {
  kind: CustomKind
  /** The one to change; without it one is added. */
  field: CustomField | undefined
  onClose: () => void
}

const hasChoices = (type: CustomType) => type === 'CHOICE' || type === 'SEVERAL'
/** Without the new ones in which nothing was written. */
const sentOf = (choices: readonly Draft[]) =>
  choices
    .filter(({ key, label }) => key !== undefined || label.trim() !== '')
    .map(({ key, label, isRetired }) => ({ ...(key !== undefined && { key }), label, isRetired }))

/** What is typed. */
const useDraft = (field: CustomField | undefined) => {
  const [label, setLabel] = useState(field?.label ?? '')
  const [type, setType] = useState<CustomType>(field?.type ?? 'TEXT')
  const [choices, setChoices] = useState<Draft[]>(
    () => field?.choices.map((choice) => ({ ...choice, id: choice.key })) ?? [newChoice()],
  )
  useInUse(label !== (field?.label ?? ''))
  return { label, setLabel, type, setType, choices, setChoices }
}

/** Adds a field, or changes its name and its choices. What it holds is decided once. */
export const FieldDialog = ({ kind, field, onClose }: FieldDialogProps) => {
  const t = useText()
  const draft = useDraft(field)
  const { save, isPending, failure } = useSave(kind, field, onClose)
  const submit = (event: React.SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { label, type, choices } = draft
    void save({ label, type, ...(hasChoices(type) && { choices: sentOf(choices) }) })
  }
  return (
    <Dialog
      opened
      onClose={onClose}
      closeOnClickOutside={false}
      title={field ? t('Edit {name}', { name: field.label }) : t('New field')}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      <form noValidate onSubmit={submit}>
        <Stack>
          {failure && Object.keys(failure.fields).length === 0 && (
            <Alert color="red" role="alert" icon={<IconAlertCircle aria-hidden />}>
              {t(failure.message)}
            </Alert>
          )}
          <Inputs {...draft} isNew={!field} fields={failure?.fields ?? {}} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('Cancel')}
            </Button>
            <Button type="submit" loading={isPending}>
              {t('Save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}

interface InputsProps extends ReturnType<typeof useDraft> {
  isNew: boolean
  /** What the server has against them. */
  fields: Failure['fields']
}

const Inputs = ({ label, setLabel, type, setType, choices, setChoices, isNew, fields }: InputsProps) => {
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
        onChange={(event) => setLabel(event.currentTarget.value)}
      />
      <NativeSelect
        label={t('Type')}
        description={isNew ? t('The type cannot be changed later.') : t('The type cannot be changed.')}
        data={customTypes.map((value) => ({ value, label: t(customTypeNames[value]) }))}
        value={type}
        disabled={!isNew}
        error={fields['type'] && t(fields['type'])}
        onChange={(event) => setType(event.currentTarget.value as CustomType)}
      />
      {hasChoices(type) && <Choices choices={choices} onChange={setChoices} error={wrongChoice && t(wrongChoice)} />}
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
  const [failure, setFailure] = useState<Failure | null>(null)
  const send = ({ type, ...given }: Given) =>
    field
      ? update.mutateAsync({ ...given, uniqueId: field.uniqueId, updatedAt: field.updatedAt })
      : create.mutateAsync({ ...given, kind, type })
  const save = async (given: Given) => {
    setFailure(null)
    try {
      toast.reply(await send(given))
      onDone()
    } catch (error) {
      setFailure(failureOf(error))
    }
  }
  return { save, isPending: create.isPending || update.isPending, failure }
}
