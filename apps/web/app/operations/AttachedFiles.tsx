import { Button, Group, Skeleton, Stack, Text, Title, UnstyledButton } from '@mantine/core'
import { IconMaximize, IconPaperclip, IconX } from '@tabler/icons-react'
import { companyPolicy, contactPolicy, meetingReportPolicy, projectPolicy } from '@tradewind/contract/crm/policies'
import { isViewable } from '@tradewind/contract/drive/item.constants'
import { can, type Rules } from '@tradewind/contract/kit/policy'
import type { AttachableKind, Attachment } from '@tradewind/contract/operations/attachment.contract'
import { attachmentPolicy } from '@tradewind/contract/operations/policies'
import { type RefObject, Suspense, useRef, useState } from 'react'
import { ATTACH } from '#crm/RecordHead'
import { FileIcon } from '#drive/view/FileIcon'
import { useViewerAddress } from '#drive/view/useViewerAddress'
import { failureOf } from '#kit/api/failure'
import { ENTRIES_STEP } from '#kit/api/listCalls'
import { useList, useSend } from '#kit/api/query'
import { useRecord } from '#kit/api/records'
import { download as saveFile } from '#kit/browser/download'
import { useParam } from '#kit/browser/search-params'
import { useActor } from '#kit/session'
import { useLanguage, useText } from '#kit/text'
import { More } from '#ui/list/Pager'
import { lazyWithRetry } from '#ui/page/lazyWithRetry'
import { ErrorState } from '#ui/page/states'
import { useToast } from '#ui/page/toast'
import { Clip } from '#ui/values/Clip'
import { Day } from '#ui/values/Day'
import { formatBytes } from '#ui/values/figures'
import { filesQuery, VIEWED } from './attachment.feature.ts'
import styles from './attachment.module.css'

const PickFiles = lazyWithRetry(async () => (await import('./PickFiles.tsx')).PickFiles)
const AttachmentViewer = lazyWithRetry(async () => (await import('./AttachmentViewer.tsx')).AttachmentViewer)

interface AttachedFilesProps {
  kind: AttachableKind
  uniqueId: string
}

const updating: Readonly<Record<AttachableKind, Rules>> = {
  company: companyPolicy.update,
  contact: contactPolicy.update,
  meetingReport: meetingReportPolicy.update,
  project: projectPolicy.update,
}

/** Returns whether the actor may attach files: whoever may update the record may. */
const useMayAttach = ({ kind, uniqueId }: AttachedFilesProps) => {
  const actor = useActor()
  const { data: record } = useRecord(kind, uniqueId)
  return record !== undefined && can(actor, attachmentPolicy.attach) && can(actor, updating[kind], record)
}

/** The files of a record: shared from the drives of the users who attached them, for everybody who sees the record. */
export const AttachedFiles = (record: AttachedFilesProps) => {
  const t = useText()
  const [size, setSize] = useState(ENTRIES_STEP)
  const { data, error, refetch } = useList('GET /api/attachment/', filesQuery(record.kind, record.uniqueId, size))
  const title = useRef<HTMLHeadingElement>(null)
  return (
    <Stack gap="md" component="section" aria-labelledby="files">
      <Group justify="space-between" gap="sm">
        <Title order={2} size="h4" id="files" ref={title} tabIndex={-1} className={styles.title}>
          {t('Files')}
          {data && data.total > 0 && (
            <Text span c="dimmed" inherit fw={400}>
              {` (${data.total})`}
            </Text>
          )}
        </Title>
        {useMayAttach(record) && <AttachButton {...record} />}
      </Group>
      {error && !data && <ErrorState failure={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={72} />}
      {data?.total === 0 && (
        <Text c="dimmed">
          {t(
            'No files are attached. Add an offer, a drawing or a photo of the meeting: everyone who can see this page can see it.',
          )}
        </Text>
      )}
      {data && data.total > 0 && (
        <ul className={styles.files} aria-label={t('Files')}>
          {data.rows.map((file) => (
            <File key={file.uniqueId} file={file} title={title} />
          ))}
        </ul>
      )}
      <More list={data} onMore={() => setSize(size + ENTRIES_STEP)} />
      <OpenViewer {...record} />
    </Stack>
  )
}

/** The viewer, if the address names a file. */
const OpenViewer = ({ kind, uniqueId }: AttachedFilesProps) => {
  const [viewedId] = useParam(VIEWED)
  const download = useDownload()
  if (!viewedId) return null
  return (
    <Suspense>
      <AttachmentViewer kind={kind} record={uniqueId} onDownload={(file) => void download(file)} />
    </Suspense>
  )
}

/** The button that opens the dialog for attaching; the head of the page leads to that, too. */
const AttachButton = (record: AttachedFilesProps) => {
  const t = useText()
  const dialog = useViewerAddress(ATTACH)
  return (
    <>
      <Button variant="default" leftSection={<IconPaperclip size={16} aria-hidden />} onClick={() => dialog.open('1')}>
        {t('Attach File')}
      </Button>
      {dialog.uniqueId && (
        <Suspense>
          <PickFiles {...record} onClose={dialog.close} />
        </Suspense>
      )}
    </>
  )
}

/** Starts the download of a file in the browser, and shows the error if it fails. */
const useDownload = () => {
  const toast = useToast()
  const ticket = useSend('POST /api/attachment/ticket', { changes: [] })
  return (uniqueId: string) =>
    ticket.mutateAsync({ uniqueId }).then(
      ({ data }) => saveFile(data.url),
      (error: unknown) => toast.failure(failureOf(error)),
    )
}

/** Detaches a file from the record, and offers Undo. */
const useDetach = (title: RefObject<HTMLElement | null>) => {
  const toast = useToast()
  const [detach, restore] = [useSend('DELETE /api/attachment/:uniqueId'), useSend('POST /api/attachment/restore')]
  const showFailure = (error: unknown) => toast.failure(failureOf(error))
  const undo = (uniqueId: string) => restore.mutateAsync({ uniqueId }).then(toast.reply, showFailure)
  const run = async (uniqueId: string) => {
    const reply = await detach.mutateAsync({ uniqueId })
    toast.reply(reply, () => void undo(uniqueId))
    title.current?.focus() // its row has been removed
  }
  return { detach: (uniqueId: string) => run(uniqueId).catch(showFailure), isPending: detach.isPending }
}

/** The button that shows a file, if it has a preview. */
const ViewButton = ({ file: { uniqueId, name, mimeType } }: { file: Attachment }) => {
  const t = useText()
  const { open } = useViewerAddress(VIEWED)
  if (!isViewable(mimeType)) return null
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      color="gray"
      leftSection={<IconMaximize size={14} aria-hidden />}
      aria-label={t('View {name}', { name })}
      onClick={() => open(uniqueId)}
    >
      {t('View')}
    </Button>
  )
}

const File = ({ file, title }: { file: Attachment; title: RefObject<HTMLElement | null> }) => {
  const t = useText()
  const language = useLanguage()
  const open = useDownload()
  const { detach, isPending } = useDetach(title)
  const { uniqueId, name, size, attachedBy, dateCreated, mayDetach } = file
  return (
    <li className={styles.file}>
      <FileIcon name={name} />
      <div className={styles.what}>
        <UnstyledButton
          onClick={() => void open(uniqueId)}
          aria-label={t('Download {name}', { name })}
          fw={600}
          fz="sm"
          maw="100%"
          className={styles.name}
        >
          <Clip>{name}</Clip>
        </UnstyledButton>
        <Text size="sm" c="dimmed">
          {formatBytes(size, language)} · {t(attachedBy.fullName)} · <Day at={dateCreated} />
        </Text>
      </div>
      <ViewButton file={file} />
      {mayDetach && (
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          loading={isPending}
          leftSection={<IconX size={14} aria-hidden />}
          aria-label={t('Detach {name}', { name })}
          onClick={() => void detach(uniqueId)}
        >
          {t('Detach')}
        </Button>
      )}
    </li>
  )
}
