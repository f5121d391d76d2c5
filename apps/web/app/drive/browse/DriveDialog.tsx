import { Anchor, Stack, Text, TextInput } from '@mantine/core'
import type { DriveItem } from '@tradewind/contract/drive/item'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { Failure, failureOf } from '#kit/api/failure'
import { useCall, useSend } from '#kit/api/query'
import { useText } from '#kit/text'
import { FormButtons } from '#ui/dialog/ButtonRow'
import { Dialog, FormFailure } from '#ui/dialog/Dialog'
import { Restored } from '#ui/form/Restored'
import { SavingFields } from '#ui/form/SavingFields'
import { useDraft } from '#ui/form/useStoredDraft'

/** The props of every dialog about drive items. */
export interface DialogProps {
  items: readonly DriveItem[]
  onClose: () => void
  /** Called when the dialog has done its action. */
  onDone: () => void
}

interface DriveDialogProps {
  title: string
  /** The label of the submit button. */
  action: string
  /** Performs the action. If it returns false, or throws (the error is shown), the dialog stays open with everything that was typed. */
  onSubmit: () => Promise<unknown>
  onClose: () => void
  disabled?: boolean
  /** The fields that show their own errors. */
  shownFields?: readonly string[]
  /** What follows below the form. */
  footer?: ReactNode
  children: (failure: Failure | null) => ReactNode
}

/** After each rejected submit, moves the focus back to the invalid field, or else to the first one; without fields, to the submit button. */
const useFocusAfterRejection = (form: RefObject<HTMLFormElement | null>, rejections: number) =>
  useEffect(() => {
    if (rejections === 0) return
    const find = (selector: string) => form.current?.querySelector<HTMLElement>(selector)
    const field = find('[aria-invalid="true"]') ?? find('[data-autofocus]') ?? find('[type="submit"]')
    field?.focus()
  }, [form, rejections])

/** A dialog of the drive: input fields and a submit button. */
export const DriveDialog = ({
  title,
  action,
  onSubmit,
  onClose,
  disabled = false,
  shownFields,
  footer,
  children,
}: DriveDialogProps) => {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [rejections, setRejections] = useState(0)
  const form = useRef<HTMLFormElement>(null)
  useFocusAfterRejection(form, rejections)
  const submit = async (event: React.SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    setBusy(true)
    const outcome = await onSubmit().catch(failureOf)
    setBusy(false)
    setFailure(outcome instanceof Failure ? outcome : null)
    if (outcome === false || outcome instanceof Failure) setRejections((count) => count + 1)
    else onClose()
  }
  return (
    <Dialog opened onClose={onClose} title={title}>
      <form ref={form} onSubmit={(event) => void submit(event)} noValidate>
        <Stack>
          <FormFailure failure={failure} shownFields={shownFields} />
          <SavingFields isSaving={busy}>{children(failure)}</SavingFields>
          <FormButtons onCancel={onClose} loading={busy} disabled={disabled}>
            {action}
          </FormButtons>
        </Stack>
      </form>
      {footer}
    </Dialog>
  )
}

/** Asks for a folder's name. Submitting an empty name does nothing. */
export const NewFolder = ({ parentId, onClose }: { parentId: string | null; onClose: () => void }) => {
  const t = useText()
  const draft = useDraft(`folder/new/${parentId ?? ''}`, '')
  const create = useSend('POST /api/files/folder')
  const submit = async () => {
    if (!draft.text.trim()) return
    await create.mutateAsync({ name: draft.text, parentId })
    draft.discard()
  }
  return (
    <DriveDialog title={t('New Folder')} action={t('Create')} onSubmit={submit} onClose={onClose} shownFields={['name']}>
      {(failure) => (
        <>
          {draft.isRestored && <Restored onDiscard={draft.discard} />}
          <TextInput
            label={t('Folder name')}
            value={draft.text}
            onChange={(event) => draft.type(event.currentTarget.value)}
            error={failure?.fields['name'] && t(failure.fields['name'])}
            maxLength={255}
            data-autofocus
          />
        </>
      )}
    </DriveDialog>
  )
}

/** Names the items that a dialog is about: the only one, or the first few of many. */
export const ItemNames = ({ items }: { items: readonly DriveItem[] }) => {
  const t = useText()
  const names = items.slice(0, 3).map(({ name }) => name)
  const remaining = items.length - names.length
  const nameList = names.join(', ')
  return (
    <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
      {remaining > 0 ? t('{names} and {count} more', { names: nameList, count: remaining }) : nameList}
    </Text>
  )
}

export interface FolderBreadcrumbsProps {
  target: string | null
  onTarget: (target: string | null) => void
}

/** Breadcrumbs from the root of the own drive to a folder, to navigate back up. */
export const FolderBreadcrumbs = ({ target, onTarget }: FolderBreadcrumbsProps) => {
  const t = useText()
  const { data } = useCall('GET /api/files/folderStructure/:uniqueId', { uniqueId: target ?? '' }, { enabled: target !== null })
  const folders = target === null ? [] : (data?.rows ?? [])
  return (
    <Text size="sm">
      {[{ uniqueId: null, name: t('My Drive') }, ...folders].map(({ uniqueId, name }, at, all) => (
        <span key={uniqueId}>
          {at > 0 && ' / '}
          {at === all.length - 1 ? (
            <strong>{name}</strong>
          ) : (
            <Anchor component="button" type="button" inherit onClick={() => onTarget(uniqueId)}>
              {name}
            </Anchor>
          )}
        </span>
      ))}
    </Text>
  )
}
