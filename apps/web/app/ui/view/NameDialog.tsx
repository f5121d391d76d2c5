import { Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { explain, failureOf } from '#kit/api/failure'
import { useText } from '#kit/text'
import { FormButtons } from '#ui/dialog/ButtonRow'
import { Dialog } from '#ui/dialog/Dialog'
import { Restored } from '#ui/form/Restored'
import { SavingFields } from '#ui/form/SavingFields'
import { useDraft } from '#ui/form/useStoredDraft'

interface NameDialogProps {
  title: string
  name: string
  /** The name of the draft of what is typed. */
  draftName: string
  /** Rejects if the server rejects the name. */
  onSave: (name: string) => Promise<void>
  onClose: () => void
}

/** Asks for the name of a view. */
export const NameDialog = ({ title, name, draftName, onSave, onClose }: NameDialogProps) => {
  const t = useText()
  const draft = useDraft(draftName, name)
  const [fault, setFault] = useState<string>()
  const [isSending, setSending] = useState(false)
  const save = async () => {
    setSending(true)
    try {
      await onSave(draft.text)
      draft.discard()
      onClose()
    } catch (error) {
      setFault(explain(failureOf(error), t))
      setSending(false)
    }
  }
  const submit = (event: React.SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!draft.text.trim()) setFault(t('Name is required'))
    else if (!isSending) void save()
  }
  return (
    <Dialog opened onClose={onClose} title={title}>
      <form onSubmit={submit} noValidate>
        <Stack>
          {draft.isRestored && <Restored onDiscard={draft.discard} isOutdated={draft.isOutdated} />}
          <SavingFields isSaving={isSending}>
            <TextInput
              label={t('Name')}
              data-autofocus
              required
              maxLength={80}
              value={draft.text}
              error={fault}
              onChange={(event) => draft.type(event.currentTarget.value)}
            />
          </SavingFields>
          <FormButtons onCancel={onClose} loading={isSending}>
            {t('Save')}
          </FormButtons>
        </Stack>
      </form>
    </Dialog>
  )
}
