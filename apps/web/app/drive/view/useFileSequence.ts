import { useState } from 'react'
import { usePages } from '#kit/api/pages'
import type { PreviewableFile } from './previews.ts'

/** A list of files, without its page. */
export interface FileList {
  route: 'GET /api/files/' | 'GET /api/files/find' | 'GET /api/attachment/'
  input: object
}

/** A file among those of a list, in the list's order. Folders are left out. */
export interface FileSequence {
  /** Undefined where the list does not contain the file, or not any more. */
  file: PreviewableFile | undefined
  /** From 1; 0 where the list does not contain the file. */
  position: number
  total: number
  /** The neighbours; of a file that has left the list, those that are around its place now. */
  previous: PreviewableFile | undefined
  next: PreviewableFile | undefined
  /** The whole list is loaded, or the part that contains the file. */
  isLoaded: boolean
}

const SIZE = 200
/** So many files before the end of what is loaded, the next part of the list is loaded. */
const AHEAD = 3

interface Row {
  uniqueId: string
  folder?: boolean
}

/** The first parts of a list, of 200 rows each. */
const useParts = ({ route, input }: FileList, parts: number) => {
  const { data, hasMore, isMoreComing, error } = usePages(route, input as never, { pages: parts, size: SIZE })
  return { rows: (data?.rows ?? []) as readonly Row[], all: data?.total ?? 0, hasMore, isLoading: isMoreComing || error !== null }
}

/** The index of a file, or -1; and its last one, where it has left the list since. */
const usePlace = (files: readonly Row[], uniqueId: string) => {
  const at = files.findIndex((file) => file.uniqueId === uniqueId)
  const [last, setLast] = useState({ uniqueId, at })
  const isOther = last.uniqueId !== uniqueId
  if (isOther || (at >= 0 && last.at !== at)) setLast({ uniqueId, at })
  if (at >= 0 || isOther) return { at, place: at }
  return { at, place: last.at }
}

/** The place of a file in the list from which it was opened. The list is loaded as far as needed. */
export const useFileSequence = (
  list: FileList,
  uniqueId: string,
  /** Converts a row of this list. */
  toFile: (row: never) => PreviewableFile,
): FileSequence => {
  const [parts, setParts] = useState(1)
  const { rows, all, hasMore, isLoading } = useParts(list, parts)
  const files = rows.filter(({ folder }) => !folder)
  const { at, place } = usePlace(files, uniqueId)
  const needsMore = hasMore && (place < 0 || place >= files.length - AHEAD)
  if (needsMore && !isLoading) setParts(parts + 1)
  const fileAt = (index: number) => (place >= 0 && files[index] ? toFile(files[index] as never) : undefined)
  return {
    file: at >= 0 ? fileAt(at) : undefined,
    position: at + 1,
    total: all - (rows.length - files.length),
    previous: fileAt(place - 1),
    next: fileAt(at >= 0 ? at + 1 : place),
    isLoaded: place >= 0 || !(isLoading || hasMore),
  }
}
