import { useQueryClient } from '@tanstack/react-query'
import type { Clash } from '@tradewind/contract/drive/driveUpload.contract'
import { useState } from 'react'
import { call } from '#kit/api/call'
import { failureOf } from '#kit/api/failure'
import { session } from '#kit/session'
import { phrase, useLanguage, useText } from '#kit/text'
import { useToast } from '#ui/page/toast'
import { megabytesIn } from '#ui/values/figures'
import { type Chosen, type Gathered, sizeOf, type Unread } from './gather.ts'
import type { Sending } from './state.ts'
import { take } from './uploads.ts'

/** Maximum number of files and folders in one upload. */
const MOST = 5_000

/** Names that are taken, and the callback with the choice for each. Null cancels the upload. */
export interface Asking {
  taken: readonly { path: string; folder: boolean }[]
  answer: (clashes: ReadonlyMap<string, Clash> | null) => void
}

/** The limits of an upload: shows a message where one is exceeded. */
const useBounds = () => {
  const t = useText()
  const language = useLanguage()
  const toast = useToast()
  const refuse = (text: string) => {
    toast.show({ title: t('ERROR'), text, failed: true })
    return false
  }
  const areFew = ({ files, folders }: Gathered) =>
    files.length + folders.length <= MOST || refuse(t('At most {most} files at once. Choose fewer.', { most: MOST }))
  /** Loads the free space. Returns a function that tells whether these files fit. */
  const room = async () => {
    const { uploadLimit, quota, used, reserved } = await call('GET /api/files/usage')
    const limit = Math.floor(uploadLimit / 1024 / 1024)
    const free = Math.max(0, quota - used - reserved)
    return (files: readonly Chosen[]) => {
      const size = sizeOf(files)
      if (size > uploadLimit) return refuse(t('Total file size exceeds {limit} MB. Please upload smaller files.', { limit }))
      const numbers = { free: megabytesIn(free, language), size: megabytesIn(size, language) }
      return (
        size <= free ||
        refuse(t('Your drive has {free} left, and this is {size}. Empty the trash, or select fewer files.', numbers))
      )
    }
  }
  return { areFew, room }
}

const isNothing = ({ files, folders, unread }: Gathered) => files.length + folders.length + unread.length === 0

/** Starts uploads into a folder of the own drive: asks about names that are taken, checks the size, declares and sends the files. */
export const useUpload = (parentId: string | null) => {
  const toast = useToast()
  const client = useQueryClient()
  const [asking, setAsking] = useState<Asking | null>(null)

  const { areFew, room } = useBounds()
  const ask = (taken: Asking['taken']) => {
    const { promise, resolve } = Promise.withResolvers<ReadonlyMap<string, Clash> | null>()
    setAsking({ taken, answer: resolve })
    return promise.finally(() => setAsking(null))
  }
  /** What to do with each name that is taken. Null if the upload is cancelled, or does not fit. */
  const choose = async (files: readonly Chosen[]): Promise<ReadonlyMap<string, Clash> | null> => {
    if (files.length === 0) return new Map()
    const paths = files.map(({ path }) => path)
    const [taken, fit] = await Promise.all([call('POST /api/files/clashes', { parentId, paths }), room()])
    const names = new Set(taken.map(({ path }) => path))
    if (!fit(files.filter(({ path }) => !names.has(path)))) return null // too large whatever the user chooses
    if (taken.length === 0) return new Map()
    const clashes = await ask(taken)
    return clashes && fit(files.filter(({ path }) => clashes.get(path) !== 'SKIP')) ? clashes : null
  }
  const begin = async (gathered: Gathered) => {
    if (isNothing(gathered) || !areFew(gathered)) return false
    const clashes = await choose(gathered.files)
    if (!clashes) return false
    const batchId = await declare(gathered, parentId, clashes)
    void client.invalidateQueries({ queryKey: ['files'] }) // its folders exist already
    return batchId
  }
  const failed = (error: unknown) => {
    toast.failure(failureOf(error))
    return false as const
  }
  return {
    asking,
    /** Returns the id of the upload; false if none was started. */
    upload: (gathered: Gathered) => begin(gathered).catch(failed),
  }
}

const declare = async (gathered: Gathered, parentId: string | null, clashes: ReadonlyMap<string, Clash>) => {
  const { files, folders, unread } = gathered
  const batch = files.length + folders.length > 0 ? await declared(gathered, parentId, clashes) : { uniqueId: here(), files: [] }
  // The server returns them in the order in which they were declared.
  const sending = batch.files.map(({ uniqueId, path, name, size, received, state, problem }, at): Sending => {
    return { uniqueId, path, name, size, sent: received, lastModified: files[at]!.file.lastModified, state, problem }
  })
  const held = batch.files.map(({ uniqueId }, at) => [uniqueId, files[at]!.file] as const)
  const { uniqueId: ownerId } = session.actor()
  const stands = { parentId, paused: false, kept: false, whole: false }
  const all = [...sending, ...unread.map(missed)]
  void take({ ...stands, uniqueId: batch.uniqueId, ownerId, folders, files: all }, new Map(held))
  return batch.uniqueId
}

const declared = ({ files, folders }: Gathered, parentId: string | null, clashes: ReadonlyMap<string, Clash>) => {
  const named = files.map(({ path, file: { size, type } }) => ({
    path,
    size,
    ...(type && { mimeType: type }),
    clash: clashes.get(path) ?? ('KEEP' as const),
  }))
  return call('POST /api/files/batch', { parentId, files: named, folders: [...folders] })
}

let made = 0
/** An id for an item that the server does not know. */
const here = () => `here-${Date.now().toString(36)}-${++made}`

/** An item that could not be read, listed as failed. */
const missed = ({ path, isFolder }: Unread): Sending => ({
  uniqueId: here(),
  path,
  name: path,
  size: 0,
  sent: 0,
  lastModified: 0,
  state: 'FAILED',
  problem: phrase('It could not be read. It may have been moved, or you may not have access to it.'),
  isFolder,
})
