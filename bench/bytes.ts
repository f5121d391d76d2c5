import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { deleteFile, downloadFile, type DriveClient, uploadFile } from '../apps/server/test/drive/transfer.ts'
import { startChild } from './process/child.ts'
import { measurePeakMemory, megabytesOf } from './process/meter.ts'

/* Uploads and downloads a large file by HTTP, from and to the disk, synced, next to two copies of it in the same rounds: one limited by the disk, and one by cp. */
const sizeMb = Number(process.argv.find((given) => given.startsWith('--mb='))?.slice('--mb='.length) ?? 2048)
const partMb = Number(process.argv.find((given) => given.startsWith('--part='))?.slice('--part='.length) ?? sizeMb)
const ROUNDS = 5
const size = sizeMb * 1024 * 1024

const folder = join(import.meta.dirname, '../data/bench-bytes')
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
const [from, copyPath, downloadPath] = ['from', 'copied', 'fetched'].map((name) => join(folder, name)) as [string, string, string]
execFileSync('dd', ['if=/dev/urandom', `of=${from}`, 'bs=1M', `count=${sizeMb}`, 'conv=fsync'], { stdio: 'ignore' })

const app = startChild('drive.ts', { env: { NODE_ENV: 'test', DATA_DIR: folder } })
const carrier = await app.ask<DriveClient>('carrier')

/** Drops the page cache's copy of the files, so that everything is read from the disk. */
const dropCache = () => {
  const storedFiles = readdirSync(join(folder, 'files'), { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )
  for (const path of [from, ...storedFiles.map((entry) => join(entry.parentPath, entry.name))])
    execFileSync('dd', [`if=${path}`, 'iflag=nocache', 'count=0'], { stdio: 'ignore' })
}

/** Measures the disk: reads and writes past the page cache. */
const copyRaw = () => {
  const directFlags = ['iflag=direct', 'oflag=direct', 'conv=fsync']
  execFileSync('dd', [`if=${from}`, `of=${copyPath}`, 'bs=4M', ...directFlags], { stdio: 'ignore' })
}

/**
 * Returns the milliseconds that the work took, and the app's CPU milliseconds. A copy runs before it: a rented disk is faster for some seconds after
 * being idle, and the sustained speed counts.
 */
const measure = async (work: () => Promise<unknown> | void) => {
  copyRaw()
  dropCache()
  const before = await app.ask<NodeJS.CpuUsage>('cpu')
  const startedAt = performance.now()
  await work()
  const milliseconds = performance.now() - startedAt
  const { user, system } = await app.ask<NodeJS.CpuUsage>('cpu')
  return { milliseconds, busy: (user + system - before.user - before.system) / 1000 }
}
type Measurement = Awaited<ReturnType<typeof measure>>

/** Measures the system: cp copies within the kernel, and by reflinks where the file system supports them. */
const copy = () => {
  rmSync(copyPath, { force: true })
  execFileSync('cp', [from, copyPath])
  execFileSync('sync', [copyPath])
}

const idle = megabytesOf(app.pid)
await uploadFile(carrier, from, { size: Math.min(size, 64 * 1024 * 1024), part: 8 * 1024 * 1024 }) // so that all code has run once
const idleAfterFirst = megabytesOf(app.pid)
const times: { raw: Measurement; cp: Measurement; up: Measurement; down: Measurement }[] = []
const { peak } = await measurePeakMemory(app.pid, async () => {
  for (let round = 0; round < ROUNDS; round++) {
    for (const path of [copyPath, downloadPath]) rmSync(path, { force: true })
    const raw = await measure(copyRaw)
    const cp = await measure(copy)
    let itemId = ''
    const uploadTime = await measure(async () => (itemId = await uploadFile(carrier, from, { size, part: partMb * 1024 * 1024 })))
    const downloadTime = await measure(() => downloadFile(carrier, itemId, downloadPath))
    execFileSync('cmp', [from, downloadPath])
    await deleteFile(carrier, itemId)
    times.push({ raw, cp, up: uploadTime, down: downloadTime })
  }
})

const medianOf = (which: 'raw' | 'cp' | 'up' | 'down') =>
  times.map((time) => time[which].milliseconds).toSorted((one, other) => one - other)[Math.floor(ROUNDS / 2)]!
const speed = (milliseconds: number) => Math.round(sizeMb / (milliseconds / 1000))
const perGb = (busy: number) => ((busy / sizeMb) * 1.024).toFixed(2)
console.log('| round | disk, MB/s | cp | up | down | up: processor s/GB | down |\n| --- | --: | --: | --: | --: | --: | --: |')
for (const [at, { raw, cp, up: sent, down: got }] of times.entries()) {
  const speeds = [raw, cp, sent, got].map(({ milliseconds }) => speed(milliseconds))
  console.log(`| ${[at + 1, ...speeds, perGb(sent.busy), perGb(got.busy)].join(' | ')} |`)
}
console.log(`| middle | ${(['raw', 'cp', 'up', 'down'] as const).map((which) => speed(medianOf(which))).join(' | ')} | | |`)
const [upRatio, downRatio] = [medianOf('raw') / medianOf('up'), medianOf('raw') / medianOf('down')]
console.log(`\n${sizeMb} MB up at ${upRatio.toFixed(2)} of the disk's copying speed, down at ${downRatio.toFixed(2)}.`)
console.log(
  `The app held ${Math.round(idle)} MB at rest, ${Math.round(idleAfterFirst)} after a first file, ${Math.round(peak - idleAfterFirst)} MB more at most.`,
)

await app.stop()
rmSync(folder, { recursive: true })
process.exitCode = upRatio < 0.8 || downRatio < 0.8 || peak - idleAfterFirst >= 64 ? 1 : 0
