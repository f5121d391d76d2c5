import { Button, FileButton, Group, Skeleton, Stack, Text } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useCallback, useState } from 'react'
import { failureOf } from '#kit/api/failure'
import { useCall, useSend } from '#kit/api/query'
import { useText } from '#kit/text'
import { ErrorState } from '#ui/page/ErrorState'
import { useToast } from '#ui/toast/toast'
import { type InputProps, sentenceOf } from './decisions.ts'
import styles from './logo.module.css'

/** A picture, shown and replaced. */
export const Logo = ({ decision: { name, value }, error }: InputProps) => {
  const t = useText()
  const { take, refusal, isPending } = useTaking()
  const said = refusal ?? error
  return (
    <Stack gap="xs" align="flex-start">
      {value ? <Picture uniqueId={String(value)} alt={t(name)} /> : <Text c="dimmed">{t('No picture yet')}</Text>}
      <FileButton accept="image/png,image/jpeg,image/webp,image/gif" onChange={(file) => file && void take(file)}>
        {(button) => (
          <Button {...button} variant="default" loading={isPending} leftSection={<IconUpload size={16} aria-hidden />}>
            {value ? t('Choose another picture') : t('Choose a picture')}
          </Button>
        )}
      </FileButton>
      <Group role="alert" mih={0}>
        {said && (
          <Text size="sm" c="var(--mantine-color-error)">
            {said}
          </Text>
        )}
      </Group>
    </Stack>
  )
}

const useTaking = () => {
  const t = useText()
  const toast = useToast()
  const { mutateAsync, isPending } = useSend('POST /api/tenantConfiguration/logo')
  const [refusal, setRefusal] = useState<string | null>(null)
  const take = async (file: File) => {
    setRefusal(null)
    await mutateAsync({ file }).then(toast.reply, (error: unknown) => setRefusal(t(sentenceOf(failureOf(error)))))
  }
  return { take, refusal, isPending }
}

/** A picture of the tenant that this part of the page acts in: fetched, since an image element names no tenant. */
const Picture = ({ uniqueId, alt }: { uniqueId: string; alt: string }) => {
  const { data: file, error, refetch } = useCall('GET /api/document/:uniqueId', { uniqueId })
  if (error && !file) return <ErrorState failure={error} onRetry={() => void refetch()} />
  return file ? <Shown file={file} alt={alt} /> : <Skeleton width={160} height={72} />
}

const Shown = ({ file, alt }: { file: File; alt: string }) => {
  const draw = useCallback(
    (image: HTMLImageElement) => {
      image.src = URL.createObjectURL(file)
      return () => URL.revokeObjectURL(image.src)
    },
    [file],
  )
  return <img className={styles.logo} ref={draw} alt={alt} />
}
