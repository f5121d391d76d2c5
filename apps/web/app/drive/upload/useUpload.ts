import { useQueryClient } from '@tanstack/react-query'
import type { NameConflictAction } from '@tradewind/contract/drive/driveUpload.contract'
import { phrase } from '@tradewind/contract/kit/phrase'
import { useEffect, useState } from 'react'
import { call } from '#kit/api/call'
import type { Answer } from '#kit/api/calls'
import { failureOf } from '#kit/api/failure'
import { session } from '#kit/session'
import { useLanguage, useText } from '#kit/text'
import { useToast } from '#ui/page/toast'
import { formatMegabytes } from '#ui/values/figures'
import { type Chosen, type CollectedFiles, totalSize, type UnreadableEntry } from './collectFiles.ts'
import { prefetchSender } from './send.ts'
import type { SendingFile } from './state.ts'
import { addUpload } from './uploads.ts'

/** Maximum number of files and folders in one upload. */
const MAX_FILES = 5_000

/** Names that are taken, and the callback with the choice for each. Null cancels the upload. */
export interface ClashQuestion {
  conflicts: Answer<'POST /api/files/clashes'>['rows']
  answer: (clashes: ReadonlyMap<string, NameConflictAction> | null) => void
}

/** The limits of an upload: shows a message where one is exceeded. */
const useUploadLimits = () => {
  const t = useText()
  const language = useLanguage()
  const toast = useToast()
  const showError = (text: string) => {
    toast.show({ title: t('ERROR'), text, failed: true })
    return false
  }
  const areFew = ({ files, folders }: CollectedFiles) =>
    files.length + folders.length <= MAX_FILES || showError(t('At most {most} files at once. Choose fewer.', { most: MAX_FILES }))
  /** Loads the free space. Returns a function that tells whether these files fit. */
  const room = async () => {
    const { uploadLimit, quota, used, reserved } = await call('GET /api/files/usage')
    const limit = Math.floor(uploadLimit / 1024 / 1024)
    const free = Math.max(0, quota - used - reserved)
    return (files: readonly Chosen[]) => {
      const size = totalSize(files)
      if (size > uploadLimit) return showError(t('Total file size exceeds {limit} MB. Please upload smaller files.', { limit }))
      const numbers = { free: formatMegabytes(free, language), size: formatMegabytes(size, language) }
      return (
        size <= free ||
        showError(t('Your drive has {free} left, and this is {size}. Empty the trash, or select fewer files.', numbers))
      )
    }
  }
  return { areFew, room }
}

const isEmpty = ({ files, folders, unread }: CollectedFiles) => files.length + folders.length + unread.length === 0

/** Starts uploads into a folder of the own drive: asks about names that are taken, checks the size, declares and sends the files. */
export const useUpload = (parentId: string | null) => {
  const toast = useToast()
  const client = useQueryClient()
  const [question, setQuestion] = useState<ClashQuestion | null>(null)
  useEffect(prefetchSender, [])

  const { areFew, room } = useUploadLimits()
  const askAboutClashes = (conflicts: ClashQuestion['conflicts']) => {
    const { promise, resolve } = Promise.withResolvers<ReadonlyMap<string, NameConflictAction> | null>()
    setQuestion({ conflicts, answer: resolve })
    return promise.finally(() => setQuestion(null))
  }
  /** What to do with each name that is taken. Null if the upload is cancelled, or does not fit. */
  const resolveClashes = async (files: readonly Chosen[]): Promise<ReadonlyMap<string, NameConflictAction> | null> => {
    if (files.length === 0) return new Map()
    const paths = files.map(({ path }) => path)
    const [{ rows: conflicts }, fit] = await Promise.all([call('POST /api/files/clashes', { parentId, paths }), room()])
    const names = new Set(conflicts.map(({ path }) => path))
    if (!fit(files.filter(({ path }) => !names.has(path)))) return null // too large whatever the user chooses
    if (conflicts.length === 0) return new Map()
    const clashes = await askAboutClashes(conflicts)
    return clashes && fit(files.filter(({ path }) => clashes.get(path) !== 'SKIP')) ? clashes : null
  }
  const startUpload = async (collected: CollectedFiles) => {
    if (isEmpty(collected) || !areFew(collected)) return false
    const clashes = await resolveClashes(collected.files)
    if (!clashes) return false
    const batchId = await declareUpload(collected, parentId, clashes)
    void client.invalidateQueries({ queryKey: ['files'] }) // its folders exist already
    return batchId
  }
  const failed = (error: unknown) => {
    toast.failure(failureOf(error))
    return false as const
  }
  return {
    nameQuestion: question,
    /** Returns the id of the upload; false if none was started. */
    upload: (collected: CollectedFiles) => startUpload(collected).catch(failed),
  }
}

const declareUpload = async (
  collected: CollectedFiles,
  parentId: string | null,
  clashes: ReadonlyMap<string, NameConflictAction>,
) => {
  const { files, folders, unread } = collected
  const batch =
    files.length + folders.length > 0 ? await createBatch(collected, parentId, clashes) : { uniqueId: createLocalId(), files: [] }
  // The server returns them in the order in which they were declared.
  const sending = batch.files.map(({ uniqueId, path, name, size, received, state, problem }, at): SendingFile => {
    return { uniqueId, path, name, size, sent: received, lastModified: files[at]!.file.lastModified, state, problem }
  })
  const filesById = batch.files.map(({ uniqueId }, at) => [uniqueId, files[at]!.file] as const)
  const { uniqueId: ownerId } = session.actor()
  const initialState = { parentId, paused: false, kept: false, complete: false }
  const all = [...sending, ...unread.map(toFailedFile)]
  void addUpload({ ...initialState, uniqueId: batch.uniqueId, ownerId, folders, files: all }, new Map(filesById))
  return batch.uniqueId
}

const createBatch = (
  { files, folders }: CollectedFiles,
  parentId: string | null,
  clashes: ReadonlyMap<string, NameConflictAction>,
) => {
  const fileInputs = files.map(({ path, file: { size, type } }) => ({
    path,
    size,
    ...(type && { mimeType: type }),
    clash: clashes.get(path) ?? ('KEEP' as const),
  }))
  return call('POST /api/files/batch', { parentId, files: fileInputs, folders: [...folders] })
}

let localIdCount = 0
/** An id for an item that the server does not know. */
const createLocalId = () => `here-${Date.now().toString(36)}-${++localIdCount}`

/** An item that could not be read, listed as failed. */
const toFailedFile = ({ path, isFolder }: UnreadableEntry): SendingFile => ({
  uniqueId: createLocalId(),
  path,
  name: path,
  size: 0,
  sent: 0,
  lastModified: 0,
  state: 'FAILED',
  problem: phrase('It could not be read. It may have been moved, or you may not have access to it.'),
  isFolder,
})
