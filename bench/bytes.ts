import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { away, type Carrier, down, up } from '../apps/server/test/drive/carry.ts'
import { startChild } from './process/child.ts'
import { megabytesOf, peakOf } from './process/meter.ts'

/* Uploads and downloads a large file by HTTP, from and to the disk, synced, next to two copies of it in the same rounds: one limited by the disk, and one by cp. */
const sizeMb = Number(process.argv.find((given) => given.startsWith('--mb='))?.slice('--mb='.length) ?? 2048)
const partMb = Number(process.argv.find((given) => given.startsWith('--part='))?.slice('--part='.length) ?? sizeMb)
const ROUNDS = 5
const size = sizeMb * 1024 * 1024

const folder = join(import.meta.dirname, '../data/bench-bytes')
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
const [from, copied, fetched] = ['from', 'copied', 'fetched'].map((name) => join(folder, name)) as [string, string, string]
execFileSync('dd', ['if=/dev/urandom', `of=${from}`, 'bs=1M', `count=${sizeMb}`, 'conv=fsync'], { stdio: 'ignore' })

const app = startChild('drive.ts', { env: { NODE_ENV: 'test', DATA_DIR: folder } })
const carrier = await app.ask<Carrier>('carrier')

/** Drops the page cache's copy of the files, so that everything is read from the disk. */
const forget = () => {
  const kept = readdirSync(join(folder, 'files'), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  for (const path of [from, ...kept.map((entry) => join(entry.parentPath, entry.name))])
    execFileSync('dd', [`if=${path}`, 'iflag=nocache', 'count=0'], { stdio: 'ignore' })
}

/** Measures the disk: reads and writes past the page cache. */
const copyRaw = () => {
  const past = ['iflag=direct', 'oflag=direct', 'conv=fsync']
  execFileSync('dd', [`if=${from}`, `of=${copied}`, 'bs=4M', ...past], { stdio: 'ignore' })
}

/**
 * Returns the milliseconds that the work took, and the app's CPU milliseconds. A copy runs before it: a rented disk is faster for some seconds after
 * being idle, and the sustained speed counts.
 */
const took = async (work: () => Promise<unknown> | void) => {
  copyRaw()
  forget()
  const before = await app.ask<NodeJS.CpuUsage>('cpu')
  const begun = performance.now()
  await work()
  const milliseconds = performance.now() - begun
  const { user, system } = await app.ask<NodeJS.CpuUsage>('cpu')
  return { milliseconds, busy: (user + system - before.user - before.system) / 1000 }
}
type Took = Awaited<ReturnType<typeof took>>

/** Measures the system: cp copies within the kernel, and by reflinks where the file system supports them. */
const copy = () => {
  rmSync(copied, { force: true })
  execFileSync('cp', [from, copied])
  execFileSync('sync', [copied])
}

const idle = megabytesOf(app.pid)
await up(carrier, from, { size: Math.min(size, 64 * 1024 * 1024), part: 8 * 1024 * 1024 }) // so that all code has run once
const resting = megabytesOf(app.pid)
const times: { raw: Took; cp: Took; up: Took; down: Took }[] = []
const { peak } = await peakOf(app.pid, async () => {
  for (let round = 0; round < ROUNDS; round++) {
    for (const path of [copied, fetched]) rmSync(path, { force: true })
    const raw = await took(copyRaw)
    const cp = await took(copy)
    let itemId = ''
    const upwards = await took(async () => (itemId = await up(carrier, from, { size, part: partMb * 1024 * 1024 })))
    const downwards = await took(() => down(carrier, itemId, fetched))
    execFileSync('cmp', [from, fetched])
    await away(carrier, itemId)
    times.push({ raw, cp, up: upwards, down: downwards })
  }
})

const middle = (which: 'raw' | 'cp' | 'up' | 'down') =>
  times.map((time) => time[which].milliseconds).toSorted((one, other) => one - other)[Math.floor(ROUNDS / 2)]!
const speed = (milliseconds: number) => Math.round(sizeMb / (milliseconds / 1000))
const perGb = (busy: number) => ((busy / sizeMb) * 1.024).toFixed(2)
console.log('| round | disk, MB/s | cp | up | down | up: processor s/GB | down |\n| --- | --: | --: | --: | --: | --: | --: |')
for (const [at, { raw, cp, up: sent, down: got }] of times.entries()) {
  const speeds = [raw, cp, sent, got].map(({ milliseconds }) => speed(milliseconds))
  console.log(`| ${[at + 1, ...speeds, perGb(sent.busy), perGb(got.busy)].join(' | ')} |`)
}
console.log(`| middle | ${(['raw', 'cp', 'up', 'down'] as const).map((which) => speed(middle(which))).join(' | ')} | | |`)
const [upRatio, downRatio] = [middle('raw') / middle('up'), middle('raw') / middle('down')]
console.log(`\n${sizeMb} MB up at ${upRatio.toFixed(2)} of the disk's copying speed, down at ${downRatio.toFixed(2)}.`)
console.log(
  `The app held ${Math.round(idle)} MB at rest, ${Math.round(resting)} after a first file, ${Math.round(peak - resting)} MB more at most.`,
)

await app.stop()
rmSync(folder, { recursive: true })
process.exitCode = upRatio < 0.8 || downRatio < 0.8 || peak - resting >= 64 ? 1 : 0
