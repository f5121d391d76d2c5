import { Code, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import type { Tenant } from '@tradewind/contract/platform/tenant.contract'
import { useState } from 'react'
import type { Failure } from '#kit/api/failure'
import { useSend } from '#kit/api/query'
import { useText } from '#kit/text'
import { FormButtons } from '#ui/dialog/ButtonRow'
import { Dialog, FormFailure } from '#ui/dialog/Dialog'
import { useToast } from '#ui/page/toast'

interface DeletePermanentlyProps {
  tenant: Pick<Tenant, 'uniqueId' | 'fullName'>
  onClose: () => void
}

/** Asks for the tenant's name and the actor's password, then deletes the tenant for good. Field errors are at their fields, others above them. */
export const DeletePermanently = ({ tenant, onClose }: DeletePermanentlyProps) => {
  const t = useText()
  const { erase, error, isPending } = useErasing(tenant.uniqueId, onClose)
  const [typed, setTyped] = useState({ fullName: '', password: '' })
  const submit = (event: React.SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    void erase(typed)
  }
  return (
    <Dialog opened onClose={onClose} title={t('Delete Permanently')}>
      <form noValidate onSubmit={submit}>
        <Stack>
          <What name={tenant.fullName} />
          <FormFailure failure={error} shownFields={['fullName', 'password']} />
          <Proof typed={typed} onType={setTyped} failure={error} />
          <FormButtons onCancel={onClose} color="red" loading={isPending}>
            {t('Delete Permanently')}
          </FormButtons>
        </Stack>
      </form>
    </Dialog>
  )
}

const What = ({ name }: { name: string }) => {
  const t = useText()
  return (
    <>
      <Text size="sm">{t('All users, records and files of this tenant are removed. This cannot be undone.')}</Text>
      <Text size="sm">
        {t('It can be restored for 24 hours after it was deleted, and erased only after that. Type its name to confirm:')}{' '}
        <Code style={{ overflowWrap: 'anywhere' }}>{name}</Code>
      </Text>
    </>
  )
}

interface Given {
  fullName: string
  password: string
}

const Proof = ({ typed, onType, failure }: { typed: Given; onType: (typed: Given) => void; failure: Failure | null }) => {
  const t = useText()
  const fieldOf = (field: keyof Given) => {
    const sentence = failure?.fields[field]
    return {
      required: true,
      value: typed[field],
      error: sentence ? t(sentence) : null,
      onChange: (event: React.ChangeEvent<HTMLInputElement>) => onType({ ...typed, [field]: event.currentTarget.value }),
    }
  }
  return (
    <>
      <TextInput label={t('Name of the tenant')} data-autofocus autoComplete="off" {...fieldOf('fullName')} />
      <PasswordInput
        label={t('Your password')}
        autoComplete="current-password"
        visibilityToggleButtonProps={{ 'aria-label': t('Show characters') }}
        {...fieldOf('password')}
      />
    </>
  )
}

const useErasing = (uniqueId: string, onClose: () => void) => {
  const toast = useToast()
  const { mutateAsync, error, isPending } = useSend('DELETE /api/tenant/deletePermanently/:uniqueId')
  const erase = async (input: Given) => {
    const reply = await mutateAsync({ uniqueId, ...input }).catch(() => undefined) // the form shows the error
    if (!reply) return
    toast.reply(reply)
    onClose()
  }
  return { erase, error, isPending }
}
