import { Alert, Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { IconAdjustments, IconArchive, IconDownload, IconEdit, IconRestore, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { phrase } from '@tradewind/contract/kit/phrase'
import { tenantPolicy } from '@tradewind/contract/platform/policies'
import type { Tenant } from '@tradewind/contract/platform/tenant.contract'
import { useEffect, useId, useRef, useState } from 'react'
import { Link } from 'react-router'
import { FileDrop } from '#crm/fileImport/FileDrop'
import { UploadProgress } from '#crm/fileImport/Workbook'
import { call } from '#kit/api/call'
import { type Failure, failureOf } from '#kit/api/failure'
import { ActingTenantContext, useCall } from '#kit/api/query'
import { useUpload } from '#kit/api/upload'
import { download } from '#kit/browser/download'
import { useWatchedResults } from '#kit/browser/watchedResults'
import { guard } from '#kit/guard'
import { useText } from '#kit/text'
import { Section } from '#platform/tenant/Section'
import { useLifecycle } from '#platform/tenant/tenant'
import { TenantAdmins, TenantFacts } from '#platform/tenant/TenantAdmins'
import { ListSkeleton } from '#ui/list/Paged'
import { More } from '#ui/list/Pager'
import { ErrorState } from '#ui/page/states'
import { useToast } from '#ui/page/toast'
import { DetailPage, Panel } from '#ui/record/DetailPage'
import { Day } from '#ui/values/Day'
import { BulkUploadRow, isRunning } from './BulkUploadRow.tsx'
import styles from './bootstrap.module.css'

/** Uploads the first workbook of the tenant that the actor acts in, with the progress of the upload. */
const useBootstrap = () => {
  const client = useQueryClient()
  const toast = useToast()
  const upload = useUpload('POST /api/upload/bulk/')
  const [failure, setFailure] = useState<Failure | null>(null)

  /** Returns whether the server has accepted it; false if it was cancelled. */
  const send = async (file: File) => {
    setFailure(null)
    try {
      const isTaken = await upload.send({ file }, (reply) => {
        toast.reply(reply)
        void client.invalidateQueries({ queryKey: ['upload'] })
        return true
      })
      return isTaken ?? false
    } catch (error) {
      setFailure(failureOf(error))
      return false
    }
  }
  return { ...upload, send, failure, forget: () => setFailure(null) }
}

export const handle = { name: phrase('Tenant') }
export const clientLoader = guard({ rules: tenantPolicy.see })

/** One tenant: its details, its initial data, its admins, and the outcomes of the workbooks that were uploaded for it. */
export default function TenantShow() {
  const t = useText()
  return (
    <DetailPage
      kind="tenant"
      policy={tenantPolicy}
      listTitle={t('Tenants')}
      nameOf={({ fullName }) => fullName}
      actions={actionsOf}
    >
      {(tenant) => (
        <>
          {tenant.deletedAt && <IsDeleted tenant={tenant} />}
          <Panel>
            <TenantFacts tenant={tenant} />
          </Panel>
          {!tenant.deletedAt && (
            <ActingTenantContext value={tenant.uniqueId}>
              <Bootstrap />
              <TenantAdmins tenantId={tenant.uniqueId} />
              <BulkUploads tenantId={tenant.uniqueId} />
            </ActingTenantContext>
          )}
        </>
      )}
    </DetailPage>
  )
}

const Actions = ({ tenant }: { tenant: Tenant }) => {
  const t = useText()
  const { remove } = useLifecycle(tenant)
  const { uniqueId, deletedAt, isMain } = tenant
  return (
    <>
      {!deletedAt && !isMain && (
        <Button variant="default" onClick={() => void remove()} leftSection={<IconTrash size={16} aria-hidden />}>
          {t('Delete')}
        </Button>
      )}
      <Button
        component={Link}
        to={`/superAdmin/tenant/configuration/${uniqueId}`}
        variant="default"
        leftSection={<IconAdjustments size={16} aria-hidden />}
      >
        {t('Configuration')}
      </Button>
      <Button
        component={Link}
        to={`/superAdmin/tenant/edit/${uniqueId}`}
        prefetch="intent"
        leftSection={<IconEdit size={16} aria-hidden />}
      >
        {t('Edit')}
      </Button>
    </>
  )
}

const actionsOf = (tenant: Tenant) => <Actions tenant={tenant} />

const IsDeleted = ({ tenant }: { tenant: Tenant }) => {
  const t = useText()
  const { restore, isRestoring } = useLifecycle(tenant)
  // The button disappears with this notice.
  const restoreAndStay = () => restore().then(() => document.getElementById('main')?.focus())
  return (
    <Alert color="red" icon={<IconArchive aria-hidden />} title={t('This tenant is deleted')}>
      <Group justify="space-between">
        <Text size="sm" flex="1 1 280px">
          {t('Its users cannot sign in and its pages are offline since:')} <Day at={tenant.deletedAt} precise />
        </Text>
        <Button
          variant="default"
          size="xs"
          loading={isRestoring}
          onClick={() => void restoreAndStay()}
          leftSection={<IconRestore size={16} aria-hidden />}
        >
          {t('Restore')}
        </Button>
      </Group>
    </Alert>
  )
}

const step = 10

/** The workbooks that were uploaded for the tenant, the latest first, and the outcome of each. */
const BulkUploads = ({ tenantId }: { tenantId: string }) => {
  const t = useText()
  useWatchedResults(`/superAdmin/tenant/show/${tenantId}`)
  const { data, error, refetch, showMore } = useBulkUploads()
  return (
    <Section title={t('Bulk Upload List')} count={data?.total}>
      {error && !data && <ErrorState failure={error} onRetry={() => void refetch()} />}
      {!data && !error && <ListSkeleton rows={3} />}
      {data?.total === 0 && (
        <Paper withBorder p="md">
          <Text c="dimmed">{t('No workbook has been uploaded for this tenant yet.')}</Text>
        </Paper>
      )}
      <ul className={styles.uploads}>
        {data?.rows.map((one) => (
          <BulkUploadRow key={one.uniqueId} upload={one} />
        ))}
      </ul>
      <More list={data} onMore={showMore} />
    </Section>
  )
}

/** Polls while one is running. Once one has ended, the records that it created are refetched. */
const useBulkUploads = () => {
  const client = useQueryClient()
  const [size, setSize] = useState(step)
  const list = useCall(
    'GET /api/upload/bulk/',
    { page: 0, size },
    { refetchInterval: 1500, isFinal: ({ rows }) => !rows.some(isRunning) },
  )
  const running = list.data?.rows.filter(isRunning).length ?? 0
  const before = useRef(0)
  useEffect(() => {
    if (running < before.current) for (const of of ['admin', 'tenant']) void client.invalidateQueries({ queryKey: [of] })
    before.current = running
  }, [client, running])
  return { ...list, showMore: () => setSize(size + step) }
}

/** Uploads the workbook with the initial data of a tenant: its people and its records. */
const Bootstrap = () => {
  const t = useText()
  const [file, setFile] = useState<File | null>(null)
  const { send, cancel, progress, failure, forget } = useBootstrap()
  const choose = (chosen: File | null) => {
    forget()
    setFile(chosen)
  }
  const start = async () => {
    if (file && (await send(file))) setFile(null)
  }
  const head = useId()
  return (
    <Panel>
      <Stack component="section" aria-labelledby={head}>
        <Head id={head} />
        <FileDrop file={file} onFile={choose} disabled={progress !== null} />
        {progress !== null && <UploadProgress share={progress} onCancel={cancel} />}
        {failure && (
          <Alert color="red" role="alert" title={t('This workbook was not imported')}>
            {t(failure.fields['file'] ?? failure.message)}
          </Alert>
        )}
        <Group justify="flex-end">
          <Button disabled={!file || progress !== null} onClick={() => void start()}>
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
  const downloadTemplate = () =>
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
            'Start a tenant with one workbook of users and records. Valid rows are imported, and errors are listed below. You can leave this page while it runs.',
          )}
        </Text>
      </Stack>
      <Button variant="light" leftSection={<IconDownload size={16} aria-hidden />} onClick={() => void downloadTemplate()}>
        {t('Download the template')}
      </Button>
    </Group>
  )
}
