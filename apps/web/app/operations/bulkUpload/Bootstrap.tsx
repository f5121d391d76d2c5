import { Alert, Button, Group, Stack, Text, Title } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { call } from '#kit/api/call'
import { failureOf } from '#kit/api/failure'
import { download } from '#kit/browser/download'
import { useText } from '#kit/text'
import { FileDrop } from '#ui/massUpload/FileDrop'
import { Sending } from '#ui/massUpload/Workbook'
import { Panel } from '#ui/record/DetailPage'
import { useToast } from '#ui/toast/toast'
import { useBootstrap } from './useBootstrap.ts'

/** Takes the workbook that a tenant begins with: its people and its records. */
export const Bootstrap = ({ tenantId }: { tenantId: string }) => {
  const t = useText()
  const [file, setFile] = useState<File | null>(null)
  const { send, cancel, progress, failure, forget } = useBootstrap(tenantId)
  const choose = (chosen: File | null) => {
    forget()
    setFile(chosen)
  }
  const upload = async () => {
    if (file && (await send(file))) setFile(null)
  }
  const head = useId()
  return (
    <Panel>
      <Stack component="section" aria-labelledby={head}>
        <Head id={head} />
        <FileDrop file={file} onFile={choose} disabled={progress !== null} />
        {progress !== null && <Sending share={progress} onCancel={cancel} />}
        {failure && (
          <Alert color="red" role="alert" title={t('This workbook was not taken in')}>
            {t(failure.fields['file'] ?? failure.message)}
          </Alert>
        )}
        <Group justify="flex-end">
          <Button disabled={!file || progress !== null} onClick={() => void upload()}>
            {t('Upload')}
          </Button>
        </Group>
      </Stack>
    </Panel>
  )
}

const Head = ({ id }: { id: string }) => {
  const t = useText()
  const toast = useToast()
  const take = () =>
    call('GET /api/upload/bulk/template')
      .then(download)
      .catch((error: unknown) => toast.failure(failureOf(error)))
  return (
    <Group justify="space-between" align="flex-start">
      <Stack gap={4} flex="1 1 320px">
        <Title order={2} size="h4" id={id}>
          {t('Upload Bootstrap Data')}
        </Title>
        <Text size="sm" c="dimmed" maw="72ch">
          {t(
            'One workbook brings the people and records that the tenant begins with. Good rows are taken in, others are told in the list below. It goes on when you leave this page.',
          )}
        </Text>
      </Stack>
      <Button variant="light" leftSection={<IconDownload size={16} aria-hidden />} onClick={() => void take()}>
        {t('Download the template')}
      </Button>
    </Group>
  )
}
