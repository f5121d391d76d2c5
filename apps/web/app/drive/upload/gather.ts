/** A file and its place beneath the folder that it goes to: names with `/` between them. */
export interface Chosen {
  path: string
  file: File
}

/** What somebody chose or dropped: files, and the folders that hold none. */
export interface Gathered {
  files: readonly Chosen[]
  folders: readonly string[]
  /** What could not be read. */
  unread: readonly Unread[]
}

/** A file that could not be read, or a folder. */
export interface Unread {
  path: string
  isFolder: boolean
}

/** A path as the server writes it. */
const asWritten = (path: string) =>
  path
    .split('/')
    .map((name) => name.normalize('NFC').trim())
    .join('/')

/** What was chosen by a file dialog: files, or a whole folder, of which browsers name the files alone. */
export const fromFiles = (files: Iterable<File>): Gathered => ({
  files: [...files].map((file) => ({ path: asWritten(file.webkitRelativePath || file.name), file })),
  folders: [],
  unread: [],
})

/** Another file for the folder that this one was to go to. */
export const inPlaceOf = (path: string, file: File): Chosen => ({
  path: path.slice(0, path.lastIndexOf('/') + 1) + asWritten(file.name),
  file,
})

/** What was dropped, folders within folders and empty ones included. The entries must be taken while the event lasts. */
export const fromDrop = async (dropped: DataTransfer): Promise<Gathered> => {
  const entries = [...dropped.items].flatMap((item) => item.webkitGetAsEntry() ?? [])
  if (entries.length === 0) return fromFiles(dropped.files)
  const found = await Promise.all(entries.map((entry) => walk(entry, '')))
  return join(found)
}

const join = (found: readonly Gathered[]): Gathered => ({
  files: found.flatMap(({ files }) => files),
  folders: found.flatMap(({ folders }) => folders),
  unread: found.flatMap(({ unread }) => unread),
})

const nothing: Gathered = { files: [], folders: [], unread: [] }

/** What is in an entry; what of it cannot be read takes nothing else with it. */
const walk = async (entry: FileSystemEntry, above: string): Promise<Gathered> => {
  const path = above + asWritten(entry.name)
  try {
    if (entry.isFile) return { ...nothing, files: [{ path, file: await fileOf(entry as FileSystemFileEntry) }] }
    const entries = await entriesOf(entry as FileSystemDirectoryEntry)
    if (entries.length === 0) return { ...nothing, folders: [path] }
    return join(await Promise.all(entries.map((each) => walk(each, `${path}/`))))
  } catch {
    return { ...nothing, unread: [{ path, isFolder: !entry.isFile }] }
  }
}

const fileOf = (entry: FileSystemFileEntry) => new Promise<File>((resolve, reject) => entry.file(resolve, reject))

/** A browser gives a hundred at a time, until it gives none. */
const entriesOf = async (folder: FileSystemDirectoryEntry) => {
  const reader = folder.createReader()
  const all: FileSystemEntry[] = []
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
    if (some.length === 0) return all
    all.push(...some)
  }
}

/** Bytes of all the files. */
export const sizeOf = (files: readonly Chosen[]) => files.reduce((sum, { file }) => sum + file.size, 0)
