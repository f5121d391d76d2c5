import type { Clash } from '@tradewind/contract/drive/driveUpload.contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#kit/api/call'
import { failureOf } from '#kit/api/failure'
import { session } from '#kit/session'
import { useLanguage, useText } from '#kit/text'
import { useToast } from '#ui/toast/toast'
import { bytesIn } from '#ui/values/bytes'
import { type Chosen, type Gathered, sizeOf } from './gather.ts'
import type { Sending } from './state.ts'
import { take } from './uploads.ts'

/** Files and folders of one upload at most. */
const MOST = 5_000

/** Names that are taken, and the way to say what becomes of each. Null gives the upload up. */
export interface Asking {
  taken: readonly { path: string; folder: boolean }[]
  answer: (clashes: ReadonlyMap<string, Clash> | null) => void
}

/** What one upload may be: says so where it is too much. */
const useBounds = () => {
  const t = useText()
  const language = useLanguage()
  const toast = useToast()
  const refuse = (text: string) => {
    toast.show({ title: t('ERROR'), text, failed: true })
    return false
  }
  const fits = async (gathered: Gathered) => {
    const count = gathered.files.length + gathered.folders.length
    if (count > MOST) return refuse(t('At most {most} files at once. Choose fewer.', { most: MOST }))
    const { uploadLimit, quota, used, reserved } = await call('GET /api/files/usage')
    const limit = Math.floor(uploadLimit / 1024 / 1024)
    const size = sizeOf(gathered)
    if (size > uploadLimit) return refuse(t('Total file size exceeds {limit} MB. Please upload smaller files.', { limit }))
    const free = Math.max(0, quota - used - reserved)
    const numbers = { free: bytesIn(free, language), size: bytesIn(size, language) }
    return size <= free || refuse(t('Your drive has {free} left, and this is {size}. Empty its trash, or choose less.', numbers))
  }
  return { refuse, fits }
}

/** Begins uploads into a folder of the own drive: checks their size, asks about names that are taken, declares and sends them. */
export const useUpload = (parentId: string | null) => {
  const t = useText()
  const toast = useToast()
  const client = useQueryClient()
  const [asking, setAsking] = useState<Asking | null>(null)

  const { refuse, fits } = useBounds()
  const choose = async (files: readonly Chosen[]): Promise<ReadonlyMap<string, Clash> | null> => {
    const taken = await call('POST /api/files/clashes', { parentId, paths: files.map(({ path }) => path) })
    if (taken.length === 0) return new Map()
    const { promise, resolve } = Promise.withResolvers<ReadonlyMap<string, Clash> | null>()
    setAsking({ taken, answer: resolve })
    return promise.finally(() => setAsking(null))
  }
  const begin = async (gathered: Gathered) => {
    if (gathered.unread.length > 0)
      refuse(t('These could not be read, and are left out: {names}.', { names: few(gathered.unread) }))
    if (gathered.files.length + gathered.folders.length === 0 || !(await fits(gathered))) return false
    const clashes = gathered.files.length > 0 ? await choose(gathered.files) : new Map<string, Clash>()
    if (!clashes) return false
    await declare(gathered, parentId, clashes)
    void client.invalidateQueries({ queryKey: ['files'] }) // its folders stand already
    return true
  }
  const failed = (error: unknown) => {
    toast.failure(failureOf(error))
    return false
  }
  return {
    asking,
    /** Says whether it has begun. */
    upload: (gathered: Gathered) => begin(gathered).catch(failed),
  }
}

/** The first few of many. */
const few = (names: readonly string[]) => names.slice(0, 5).join(', ') + (names.length > 5 ? ' …' : '')

const declare = async ({ files, folders }: Gathered, parentId: string | null, clashes: ReadonlyMap<string, Clash>) => {
  const declared = files.map(({ path, file: { size, type } }) => ({
    path,
    size,
    ...(type && { mimeType: type }),
    clash: clashes.get(path) ?? ('KEEP' as const),
  }))
  const batch = await call('POST /api/files/batch', { parentId, files: declared, folders: [...folders] })
  // They are answered in the order in which they were declared.
  const sending = batch.files.map(({ uniqueId, path, name, size, received, state, problem }, at): Sending => {
    return { uniqueId, path, name, size, sent: received, lastModified: files[at]!.file.lastModified, state, problem }
  })
  const held = batch.files.map(({ uniqueId }, at) => [uniqueId, files[at]!.file] as const)
  const { uniqueId: ownerId } = session.actor()
  if (sending.length > 0)
    void take({ uniqueId: batch.uniqueId, ownerId, parentId, paused: false, kept: false, files: sending }, new Map(held))
}
