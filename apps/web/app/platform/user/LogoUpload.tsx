import { Button, Stack, Title } from '@mantine/core'
import { useState } from 'react'
import { type Failure, failureOf } from '#kit/api/failure'
import { useCachedAnswer, useSend } from '#kit/api/query'
import { useActor } from '#kit/session'
import { useText } from '#kit/text'
import { useToast } from '#ui/page/toast'
import { LogoField } from './LogoField.tsx'

interface LogoUploadProps {
  uniqueId: string
  brandLogoUID: string | null
  /** The level of its heading. */
  order?: 2 | 3
}

/** Uploads another brand logo for a user, separately from the rest of the form. */
export const LogoUpload = ({ uniqueId, brandLogoUID, order = 2 }: LogoUploadProps) => {
  const t = useText()
  const [file, setFile] = useState<File | null>(null)
  const { upload, isPending, failure, forget } = useUpload(uniqueId)
  const choose = (chosen: File | null) => {
    forget()
    setFile(chosen)
  }
  const submit = async (event: React.SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (file && (await upload(file))) setFile(null)
  }
  const reason = failure && (failure.fields['file'] ?? failure.message)
  return (
    <form noValidate onSubmit={(event) => void submit(event)} aria-labelledby="logo">
      <Stack maw={420}>
        <Title order={order} size="h4" id="logo">
          {t('Upload Brand Logo')}
        </Title>
        <LogoField file={file} onFile={choose} current={brandLogoUID} error={reason && t(reason)} />
        <Button type="submit" variant="default" disabled={!file} loading={isPending} style={{ alignSelf: 'flex-start' }}>
          {t('Upload')}
        </Button>
      </Stack>
    </form>
  )
}

const useUpload = (uniqueId: string) => {
  const t = useText()
  const toast = useToast()
  const { uniqueId: actorId } = useActor()
  const account = useCachedAnswer('GET /api/auth/account', {})
  const { mutateAsync, isPending } = useSend('POST /api/admin/uploadLogo/', { changes: ['admin', 'audit'] })
  const [failure, setFailure] = useState<Failure | null>(null)
  const upload = async (file: File) => {
    setFailure(null)
    try {
      await mutateAsync({ uniqueId, file })
      toast.show({ title: t('Upload Successful'), text: t('Brand Logo uploaded successfully!') })
      if (uniqueId === actorId) await account.refresh()
      return true
    } catch (error) {
      setFailure(failureOf(error))
      toast.show({ title: t('Upload Unuccessful'), text: t('Brand Logo not uploaded successfully!'), failed: true })
      return false
    }
  }
  return { upload, isPending, failure, forget: () => setFailure(null) }
}
