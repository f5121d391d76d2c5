/** A file and its path relative to the target folder: names separated by `/`. */
export interface Chosen {
  path: string
  file: File
}

/** What the user selected or dropped: files, and the folders that contain none. */
export interface CollectedFiles {
  files: readonly Chosen[]
  folders: readonly string[]
  /** What could not be read. */
  unread: readonly UnreadableEntry[]
}

/** A file or folder that could not be read. */
export interface UnreadableEntry {
  path: string
  isFolder: boolean
}

/** Normalizes a path as the server does. */
const normalizePath = (path: string) =>
  path
    .split('/')
    .map((name) => name.normalize('NFC').trim())
    .join('/')

/** What was selected in a file dialog: files, or a whole folder, of which browsers list only the files. */
export const collectFiles = (files: Iterable<File>): CollectedFiles => ({
  files: [...files].map((file) => ({ path: normalizePath(file.webkitRelativePath || file.name), file })),
  folders: [],
  unread: [],
})

/** Gives a file the folder of the path that it replaces. */
export const replacementFor = (path: string, file: File): Chosen => ({
  path: path.slice(0, path.lastIndexOf('/') + 1) + normalizePath(file.name),
  file,
})

/** What was dropped, with nested and empty folders. The entries must be read while the event is being handled. */
export const collectDrop = async (dropped: DataTransfer): Promise<CollectedFiles> => {
  const entries = [...dropped.items].flatMap((item) => item.webkitGetAsEntry() ?? [])
  if (entries.length === 0) return collectFiles(dropped.files)
  const found = await Promise.all(entries.map((entry) => readEntry(entry, '')))
  return mergeCollected(found)
}

const mergeCollected = (found: readonly CollectedFiles[]): CollectedFiles => ({
  files: found.flatMap(({ files }) => files),
  folders: found.flatMap(({ folders }) => folders),
  unread: found.flatMap(({ unread }) => unread),
})

const nothingCollected: CollectedFiles = { files: [], folders: [], unread: [] }

/** Reads an entry recursively. An entry that cannot be read does not affect the others. */
const readEntry = async (entry: FileSystemEntry, parentPath: string): Promise<CollectedFiles> => {
  const path = parentPath + normalizePath(entry.name)
  try {
    if (entry.isFile) return { ...nothingCollected, files: [{ path, file: await fileOf(entry as FileSystemFileEntry) }] }
    const entries = await entriesOf(entry as FileSystemDirectoryEntry)
    if (entries.length === 0) return { ...nothingCollected, folders: [path] }
    return mergeCollected(await Promise.all(entries.map((each) => readEntry(each, `${path}/`))))
  } catch {
    return { ...nothingCollected, unread: [{ path, isFolder: !entry.isFile }] }
  }
}

const fileOf = (entry: FileSystemFileEntry) => new Promise<File>((resolve, reject) => entry.file(resolve, reject))

/** Reads all entries of a folder. A browser returns a hundred at a time, and none at the end. */
const entriesOf = async (folder: FileSystemDirectoryEntry) => {
  const reader = folder.createReader()
  const all: FileSystemEntry[] = []
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
    if (some.length === 0) return all
    all.push(...some)
  }
}

/** The total size of the files in bytes. */
export const totalSize = (files: readonly Chosen[]) => files.reduce((sum, { file }) => sum + file.size, 0)
